/** The calls to the server. Each returns data or throws a `Refusal`; nothing is cached here. */

import type {
  Account,
  Advice,
  Ahead,
  Argument,
  BoardFacts,
  Branched,
  Briefings,
  ChatLine,
  Done,
  Explanation,
  Fight,
  GameInfo,
  HistoryDay,
  NewTable,
  NewTableAnswer,
  Order,
  OverlayResult,
  Printed,
  Report,
  Review,
  Rulebook,
  Say,
  SentMoment,
  Summary,
  TableAnswer,
} from "./api";

import { takeEarly } from "./early";
import type { Things } from "./things";

/** The server refused (or could not be reached: code "unreachable"). `case` names the rule, if it was a rule that refused. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule: string = "",
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** Does the error mean that the server is away? 502 to 504 come from a proxy in front of it. */
export function isAway(error: unknown): boolean {
  return error instanceof Refusal && (error.code === "unreachable" || (error.status >= 502 && error.status <= 504));
}

interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  token?: string;
  body?: unknown;
  signal?: AbortSignal;
}

async function send(path: string, { method = "GET", token, body, signal }: Call = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const early = method === "GET" ? takeEarly(path, token) : null;
    answer = await (early ?? fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, "unreachable", "The server cannot be reached. Your last choice may not have been saved.");
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const { error } = (await answer.json()) as { error: { code: string; message: string; case?: string } };
    return new Refusal(answer.status, error.code, error.message, error.case ?? "");
  } catch {
    return new Refusal(answer.status, "error", `The server answered with error ${answer.status}.`);
  }
}

async function json<T>(path: string, call?: Call): Promise<T> {
  const answer = await send(path, call);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** A file from the server, with the name the server gives it. */
export interface Download {
  name: string;
  blob: Blob;
}

async function file(path: string, token: string, fallback: string): Promise<Download> {
  const answer = await send(path, { token });
  const name = /filename="?([^";]+)"?/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? fallback, blob: await answer.blob() };
}

/** What the page has of a table: its version, the mark of its story, the number of the last chat line. */
export interface Has {
  known: string;
  story: string;
  said: number;
}

export const NOTHING: Has = { known: "", story: "", said: 0 };

/** Asks only for what is new; a page with a live connection, which brings that, asks for nothing (`brief`). */
function since({ known, story, said }: Has, brief = false): string {
  if (brief) return "?brief=true";
  const params = new URLSearchParams({ ...(known && { known }), ...(story && { story }), ...(said && { said: String(said) }) });
  return params.size ? `?${params}` : "";
}

/** A choice among several that count together. */
export interface Step {
  verb: string;
  argument: Argument;
}

export const api = {
  games: () => json<GameInfo[]>("/games"),
  board: (game: string) => json<BoardFacts>(`/games/${encodeURIComponent(game)}/board`),
  things: (game: string) => json<Things>(`/games/${encodeURIComponent(game)}/things`),
  briefings: (game: string) => json<Briefings>(`/games/${encodeURIComponent(game)}/briefings`),
  rules: (game: string) => json<Rulebook>(`/games/${encodeURIComponent(game)}/rules`),
  history: () => json<HistoryDay[]>("/history"),
  /** What is printed on the pieces of a table; the table says where that is. */
  printed: (address: string) => json<Printed>(address.replace(/^\/api/, "")),

  createTable: (body: NewTable) => json<NewTableAnswer>("/tables", { method: "POST", body }),
  table: (token: string, has: Has = NOTHING) => json<TableAnswer>(`/table${since(has)}`, { token }),
  choose: (token: string, verb: string, argument: Argument, answers: number, has: Has, brief: boolean) =>
    json<TableAnswer | Done>(`/table/choices${since(has, brief)}`, { method: "POST", token, body: { verb, argument, answers } }),
  steps: (token: string, choices: Step[], answers: number, has: Has, brief: boolean) =>
    json<TableAnswer | Done>(`/table/steps${since(has, brief)}`, { method: "POST", token, body: { choices, answers } }),
  undo: (token: string, answers: number, all: boolean, choices: number, has: Has, brief: boolean) =>
    json<TableAnswer | Done>(`/table/undo${since(has, brief)}`, { method: "POST", token, body: { answers, all, choices } }),
  /** Resigns, or offers, accepts or declines a draw. */
  talk: (token: string, say: Say, has: Has, brief: boolean) =>
    json<TableAnswer | Done>(`/table/talk${since(has, brief)}`, { method: "POST", token, body: { say } }),
  report: (token: string) => json<Report>("/table/report", { token }),
  /** Begins to look for the player's costliest choices, after the game. */
  startReview: (token: string) => json<Review>("/table/review", { method: "POST", token }),
  review: (token: string) => json<Review>("/table/review", { token }),
  /** The question behind some picks, without making them. `without`: usual picks that the player has taken off. */
  ahead: (token: string, choices: Step[], answers: number, without: Step[] = [], group: Step[] = []) =>
    json<Ahead>("/table/ahead", { method: "POST", token, body: { choices, without, group, answers } }),
  /** The fight that the last of some choices would start, and why that choice cannot be undone. */
  fight: (token: string, choices: Step[], answers: number) =>
    json<Fight>("/table/fight", { method: "POST", token, body: { choices, answers } }),
  /** What a planner would do now. */
  advice: (token: string, answers: number) => json<Advice>("/table/advice", { method: "POST", token, body: { answers } }),
  /** Sets the seat's standing order; null clears it. */
  order: (token: string, order: Order | null) =>
    order ? json<unknown>("/table/orders", { method: "PUT", token, body: order }) : json<unknown>("/table/orders", { method: "DELETE", token }),
  /** Why something cannot be chosen now, or behind some picks. */
  why: (token: string, about: { unit?: string; place?: string; card?: string; formation?: string; box?: string }, behind: Step[] = [], group: Step[] = []) =>
    json<Explanation>("/table/why", { method: "POST", token, body: { ...about, behind, group } }),
  overlay: (token: string, id: string, of: string, moment: number | null) => {
    const then = moment === null ? "" : `&moment=${moment}`;
    return json<OverlayResult>(`/table/overlay?id=${encodeURIComponent(id)}&of=${encodeURIComponent(of)}${then}`, { token });
  },
  moment: (token: string, i: number, signal?: AbortSignal) => json<SentMoment>(`/table/moments/${i}`, { token, signal }),
  share: (token: string, moment: number) =>
    json<{ token: string; moment: number }>("/table/share", { method: "POST", token, body: { moment } }),
  branch: (token: string, moment: number, seats: Record<string, string>) =>
    json<Branched>("/table/branch", { method: "POST", token, body: { moment, seats } }),
  record: (token: string) => file("/table/record", token, "game.jsonl"),
  position: (token: string) => file("/table/position", token, "position.yaml"),
  chat: (token: string, text: string) => json<ChatLine>("/table/chat", { method: "POST", token, body: { text } }),
  note: (token: string, text: string) => json<unknown>("/table/note", { method: "PUT", token, body: { text } }),
  seat: (token: string, body: { name: string; mail: string; notify: boolean }) =>
    json<unknown>("/table/seat", { method: "PUT", token, body }),
  claim: (token: string) => json<unknown>("/table/claim", { method: "POST", token }),

  summaries: (tokens: string[]) => json<Summary[]>("/summaries", { method: "POST", body: { tokens } }),
  account: () => json<Account>("/account"),
  signUp: (name: string, password: string) =>
    json<unknown>("/accounts", { method: "POST", body: { name, password } }),
  signIn: (name: string, password: string) =>
    json<unknown>("/sessions", { method: "POST", body: { name, password } }),
  signOut: () => json<unknown>("/sessions", { method: "DELETE" }),
};
