/** A piece's facts as readable lines: known ones in order, then whatever else the game provides. */

import type { Badge, Piece } from "./api";
import { humanise } from "./format";

const BADGES: Record<Badge, string> = {
  lowsupply: "Low supply",
  out: "Out of supply",
  isolated: "Isolated",
  dispersed: "Dispersed",
  road: "Road mode",
  nofuel: "No fuel",
  noammo: "Out of ammunition",
  burnt: "Burnt tubes",
  tired: "Fatigued",
  battery: "In battery",
  changing: "Changing mode",
  works: "Building",
};

const OWN = new Set([
  "id", "title", "name", "side", "mark", "at", "size", "type", "factors", "formation", "badges", "symbol",
  "quality", "steps", "done", "strength", "movement", "figures", "status", "source",
]);

export function badgeTitle(badge: string): string {
  return BADGES[badge as Badge] ?? humanise(badge);
}

/** The large numbers on the card: those that the piece names itself, or strength and movement if it has them; and its steps. */
export function figures(piece: Piece): { value: string; label: string }[] {
  const out: { value: string; label: string }[] = [];
  const [strength, movement] = piece.figures ? [] : [piece.strength, piece.movement];
  for (const [label, value] of Object.entries(piece.figures ?? {})) out.push({ value: String(value), label });
  if (typeof strength === "number" || typeof strength === "string") out.push({ value: String(strength), label: "strength" });
  if (typeof movement === "number" || typeof movement === "string") out.push({ value: String(movement), label: "movement" });
  if (out.length === 0 && piece.factors) out.push({ value: piece.factors, label: "factors" });
  if (piece.steps) out.push({ value: `${piece.steps[0]} / ${piece.steps[1]}`, label: "steps" });
  return out;
}

/** States in words. */
export function states(piece: Piece): string[] {
  const status = Array.isArray(piece.status) ? piece.status.filter((one): one is string => typeof one === "string") : [];
  return [...piece.badges.map(badgeTitle), ...status.map(humanise), ...(piece.done ? ["Has acted"] : [])];
}

/** Everything else the game says about the piece. */
export function facts(piece: Piece): { label: string; text: string }[] {
  const out: { label: string; text: string }[] = [];
  if (piece.type) out.push({ label: "Type", text: humanise([piece.type, piece.size].filter(Boolean).join(", ")) });
  for (const [key, value] of Object.entries(piece)) {
    if (OWN.has(key)) continue;
    const text = plain(value);
    if (text) out.push({ label: humanise(key), text });
  }
  if (typeof piece.source === "string" && piece.source) out.push({ label: "Source", text: piece.source });
  return out;
}

function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" || typeof value === "string") return String(value);
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value).map(([key, one]) => `${humanise(key).toLowerCase()} ${plain(one)}`).join(", ");
  }
  return "";
}
