/** Plays out a fight beat by beat. The view before it stays on the screen, and the story waits, until its dice have landed. */

import type { StoryEvent } from "./api";
import type { Beat, Loss } from "./fight";

export class Stage {
  /** Is something being played out? */
  active = $state(false);
  /** The events of the whole performance; those from number `told` on are not told yet. */
  events = $state.raw<readonly StoryEvent[]>([]);
  told = $state(0);
  /** The events whose dice or chits have been on the table: the last of them may still be tumbling. */
  shown = $state(0);
  rolling = $state(false);
  losses = $state.raw<readonly Loss[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: (() => void) | null = null;

  /** Shows the beats one after another; resolves when the last is over or the player skips it. */
  play(events: readonly StoryEvent[], beats: readonly Beat[], speed: number): Promise<void> {
    this.skip();
    this.events = events;
    this.active = true;
    return new Promise((done) => {
      this.#end = done;
      this.#beat(beats, speed);
    });
  }

  /** Ends it at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.active = this.rolling = false;
    this.losses = [];
    const end = this.#end;
    this.#end = null;
    end?.();
  }

  #beat([beat, ...rest]: readonly Beat[], speed: number): void {
    if (!beat) return this.skip();
    this.losses = beat.losses;
    this.told = beat.from;
    this.shown = beat.to;
    this.rolling = beat.rolls > 0;
    this.#timer = setTimeout(() => {
      this.rolling = false;
      this.told = beat.to;
      this.#timer = setTimeout(() => this.#beat(rest, speed), (beat.takes - beat.rolls) / speed);
    }, beat.rolls / speed);
  }
}
