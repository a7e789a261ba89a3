/** A table's live connection: a WebSocket that reconnects by itself, with polling while it is down. */

import type { ChatLine, SeatInfo, SideId, Table } from "./api";

export type LiveMessage =
  | { type: "table"; table: Table }
  | { type: "thinking"; side: SideId | null }
  | { type: "players"; players: SeatInfo[] }
  | { type: "chat"; line: ChatLine };

export interface LiveHooks {
  token: string;
  /** Mark of the story as known here. */
  mark(): string;
  message(message: LiveMessage): void;
  /** Called when the connection comes up (true) or goes down (false). */
  connected(up: boolean): void;
  /** The server does not know the token. */
  unknown(): void;
  /** Called from time to time while the socket is down. */
  poll(): Promise<void>;
}

const UNKNOWN = 4404;
/** How often a seemingly live connection is checked over plain HTTP. */
const CHECK = 60_000;

/** Delay before the n-th attempt to reconnect, in milliseconds. */
export function backoff(attempt: number, random: number = Math.random()): number {
  return Math.min(4000, 400 * 2 ** Math.min(attempt, 6)) * (0.75 + random / 2);
}

export class Live {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(
    readonly hooks: LiveHooks,
    readonly url: string = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`,
  ) {}

  /** Opens the connection. */
  open(): void {
    globalThis.addEventListener?.("online", this.#hurry);
    globalThis.document?.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Closes it for good. */
  close(): void {
    this.#closed = true;
    globalThis.removeEventListener?.("online", this.#hurry);
    globalThis.document?.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    clearInterval(this.#check);
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.hooks.token, story: this.hooks.mark() }));
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      if (this.#check === undefined) this.#found();
      this.hooks.message(JSON.parse(String(event.data)) as LiveMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #lost(code: number): void {
    this.#socket = null;
    clearInterval(this.#check);
    this.#check = undefined;
    if (this.#closed) return;
    if (code === UNKNOWN) {
      this.hooks.unknown();
      return;
    }
    this.hooks.connected(false);
    const wait = backoff(this.#attempt++);
    // From the second failure on, the table is also polled over plain HTTP: a proxy may let only that through.
    if (this.#attempt > 1) void this.hooks.poll().catch(() => undefined);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** The server has sent something, so all is well; but a socket can die silently, so it is checked from time to time. */
  #found(): void {
    this.#attempt = 0;
    this.hooks.connected(true);
    this.#check = setInterval(() => {
      const socket = this.#socket;
      this.hooks.poll().catch(() => {
        if (socket !== this.#socket || !socket) return;
        this.#lost(0);
        socket.close();
      });
    }, CHECK);
  }

  #hurry = (): void => {
    if (this.#closed || this.#socket || globalThis.document?.visibilityState === "hidden") return;
    this.#attempt = 1;
    this.#connect();
  };
}
