/** A view's pieces, sorted for reading: by side and formation on the map, by box off the map. */

import type { Formation, Piece, PlaceId, SideId, SideInfo, UnitId, View } from "./api";

export interface FormationGroup {
  formation: Formation | null;
  pieces: Piece[];
}

export interface SideForces {
  side: SideInfo;
  total: number;
  groups: FormationGroup[];
}

export interface BoxForces {
  id: string;
  title: string;
  pieces: Piece[];
}

/** Pieces on the board, by side. */
export function onTheMap(view: View, sides: SideInfo[], isOnBoard: (place: PlaceId) => boolean): SideForces[] {
  return sides
    .map((side) => {
      const pieces = view.pieces.filter((piece) => piece.side === side.id && piece.at && isOnBoard(piece.at));
      const groups = new Map<string, FormationGroup>();
      for (const piece of pieces) {
        const key = piece.formation?.id ?? "";
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { formation: piece.formation, pieces: [] }));
        group.pieces.push(piece);
      }
      return { side, total: pieces.length, groups: [...groups.values()] };
    })
    .filter((one) => one.total > 0);
}

/** Pieces in the boxes off the board; empty boxes are left out. */
export function inBoxes(view: View): BoxForces[] {
  return (view.boxes ?? [])
    .map((box) => ({ ...box, pieces: view.pieces.filter((piece) => piece.at === box.id) }))
    .filter((box) => box.pieces.length > 0);
}

export function pieceOf(view: View | null, unit: UnitId | null): Piece | null {
  return view?.pieces.find((piece) => piece.id === unit) ?? null;
}

/** Puts one side's pieces first, for a reader who plays that side. */
export function ownFirst(pieces: Piece[], side: SideId | null): Piece[] {
  return side ? [...pieces].sort((a, b) => Number(b.side === side) - Number(a.side === side)) : pieces;
}

/** The units that a question is about, without those that were lost in the fight it follows; a question about lost units alone is about them. */
export function concerned(units: readonly UnitId[], lost: ReadonlySet<UnitId>): readonly UnitId[] {
  const left = units.filter((unit) => !lost.has(unit));
  return left.length ? left : units;
}
