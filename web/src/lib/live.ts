/** A table's live connection: a WebSocket that reconnects by itself, with polling while it is down. */

import type { LiveMessage } from "./api";
import type { Has } from "./client";

export interface LiveHooks {
  token: string;
  /** What is known here of the table. */
  has(): Has;
  message(message: LiveMessage): void;
  /** Called when the connection comes up (true) or goes down (false). */
  connected(up: boolean): void;
  /** The server does not know the token. */
  unknown(): void;
  /** Called from time to time while the socket is down. */
  poll(): Promise<void>;
}

const UNKNOWN = 4404;
/** How often a seemingly live connection is checked, and how long the answer may take. */
const CHECK = 60_000;
const PATIENCE = 10_000;

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
  /** Those who wait for the answer to a ping. */
  #waiting: ((there: boolean) => void)[] = [];

  constructor(
    readonly hooks: LiveHooks,
    readonly url: string = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`,
  ) {}

  /** Is the connection up? The server has then sent the table as it stands, and sends every change. */
  get up(): boolean {
    return this.#check !== undefined;
  }

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
    this.#down();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Makes the server send whatever is new; true once that has arrived, false if the connection is lost. */
  async sync(): Promise<boolean> {
    const socket = this.#socket;
    if (!this.up || !socket) return false;
    const answer = new Promise<boolean>((done) => this.#waiting.push(done));
    socket.send(JSON.stringify({ type: "ping" }));
    const late = setTimeout(() => {
      if (socket !== this.#socket) return;
      this.#lost(0);
      socket.close();
    }, PATIENCE);
    const there = await answer;
    clearTimeout(late);
    return there;
  }

  /** Asks for the table, because a change could not be applied. */
  startOver(): void {
    this.#socket?.send(JSON.stringify({ type: "lost", ...this.hooks.has() }));
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.hooks.token, ...this.hooks.has() }));
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      if (!this.up) this.#found();
      const message = JSON.parse(String(event.data)) as LiveMessage;
      if (message.type === "pong") this.#answered(true);
      else this.hooks.message(message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #answered(there: boolean): void {
    for (const done of this.#waiting.splice(0)) done(there);
  }

  #down(): void {
    clearInterval(this.#check);
    this.#check = undefined;
    this.#answered(false);
  }

  #lost(code: number): void {
    this.#socket = null;
    this.#down();
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
    this.#check = setInterval(() => void this.sync(), CHECK);
    this.hooks.connected(true);
  }

  #hurry = (): void => {
    if (this.#closed || this.#socket || globalThis.document?.visibilityState === "hidden") return;
    this.#attempt = 1;
    this.#connect();
  };
}
