import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aTable } from "./testing";
import { backoff, Live, type LiveHooks } from "./live";

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
}

function hooks(): LiveHooks & { log: string[] } {
  const log: string[] = [];
  return {
    log,
    token: "T",
    has: () => ({ known: "d1", story: "3.abc", said: 2 }),
    message: (message) => log.push(message.type),
    connected: (up) => log.push(up ? "up" : "down"),
    unknown: () => log.push("unknown"),
    poll: async () => void log.push("poll"),
  };
}

const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

describe("the live connection", () => {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("identifies itself and passes on what it receives", () => {
    const hook = hooks();
    const live = new Live(hook, "ws://x");
    live.open();
    last().onopen?.();
    expect(JSON.parse(last().sent[0] ?? "")).toEqual({ token: "T", known: "d1", story: "3.abc", said: 2 });
    expect(live.up).toBe(false);
    last().onmessage?.({ data: JSON.stringify({ type: "table", table: aTable() }) });
    expect(hook.log).toEqual(["up", "table"]);
    expect(live.up).toBe(true);
    live.startOver();
    expect(JSON.parse(last().sent[1] ?? "")).toEqual({ type: "lost", known: "d1", story: "3.abc", said: 2 });
    live.close();
  });

  it("is in step with the server once a ping is answered", async () => {
    const hook = hooks();
    const live = new Live(hook, "ws://x");
    live.open();
    expect(await live.sync()).toBe(false);
    last().onmessage?.({ data: JSON.stringify({ type: "players", players: [] }) });
    const there = live.sync();
    expect(JSON.parse(last().sent.at(-1) ?? "")).toEqual({ type: "ping" });
    last().onmessage?.({ data: JSON.stringify({ type: "pong" }) });
    expect(await there).toBe(true);
    expect(hook.log).toEqual(["up", "players"]);
    const lost = live.sync();
    last().onclose?.({ code: 1006 });
    expect(await lost).toBe(false);
    live.close();
  });

  it("reconnects by itself, and polls over HTTP while it is down", () => {
    const hook = hooks();
    const live = new Live(hook, "ws://x");
    live.open();
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    last().onclose?.({ code: 1006 });
    expect(hook.log).toEqual(["down", "down", "poll"]);
    vi.advanceTimersByTime(2000);
    last().onmessage?.({ data: JSON.stringify({ type: "players", players: [] }) });
    expect(hook.log.slice(-2)).toEqual(["up", "players"]);
    live.close();
  });

  it("gives up when the server does not know the table", () => {
    const hook = hooks();
    const live = new Live(hook, "ws://x");
    live.open();
    last().onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(hook.log).toEqual(["unknown"]);
    expect(FakeSocket.all).toHaveLength(1);
    live.close();
  });

  it("notices a socket that died silently", async () => {
    const hook = hooks();
    const live = new Live(hook, "ws://x");
    live.open();
    last().onmessage?.({ data: JSON.stringify({ type: "players", players: [] }) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hook.log).not.toContain("down");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hook.log).toContain("down");
    live.close();
  });

  it("waits longer and longer, up to a limit", () => {
    expect(backoff(0, 0.5)).toBe(400);
    expect(backoff(3, 0.5)).toBe(3200);
    expect(backoff(30, 0.5)).toBe(4000);
  });
});
