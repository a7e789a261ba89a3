/** The page's sounds, made from noise and tones here: there are no sound files. Silent unless the player has switched sound on, and never
 * before the player has touched the page. */

import { settings } from "./settings.svelte";

export type Cue = "dice" | "move" | "hit" | "turn" | "end";

/** The same cue again within this time, in seconds, would only be noise. */
const SOON = 0.12;

class Sound {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #noise: AudioBuffer | null = null;
  #touched = false;
  #last = new Map<Cue, number>();

  /** Waits for the player's first touch or key. */
  constructor() {
    const touched = (): void => {
      this.#touched = true;
      for (const type of GESTURES) globalThis.removeEventListener?.(type, touched, true);
    };
    for (const type of GESTURES) globalThis.addEventListener?.(type, touched, true);
  }

  /** Plays a cue; did it? */
  play(cue: Cue): boolean {
    const { sound, volume } = settings.saved;
    if (!sound || volume === 0 || !this.#touched || typeof AudioContext === "undefined") return false;
    const context = (this.#context ??= new AudioContext());
    void context.resume().catch(() => undefined);
    this.#out ??= this.#output(context);
    // The ear hears loudness, not amplitude.
    this.#out.gain.value = volume ** 2;
    const now = context.currentTime;
    if (now - (this.#last.get(cue) ?? -1) < SOON) return false;
    this.#last.set(cue, now);
    performance.mark(`sound ${cue}`);
    CUES[cue](this, now + 0.01);
    return true;
  }

  #output(context: AudioContext): GainNode {
    const out = context.createGain();
    out.connect(context.destination);
    return out;
  }

  /** A tone that glides from one pitch to another and dies away. */
  tone(type: OscillatorType, at: number, from: number, to: number, length: number, loud: number): void {
    const context = this.#context!;
    const source = context.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + length);
    this.#shape(source, at, length, loud);
  }

  /** A burst of noise around a pitch. */
  burst(filter: BiquadFilterType, at: number, pitch: number, length: number, loud: number): void {
    const context = this.#context!;
    const source = context.createBufferSource();
    source.buffer = this.#noise ??= noise(context);
    const band = context.createBiquadFilter();
    band.type = filter;
    band.frequency.value = pitch;
    band.Q.value = filter === "bandpass" ? 2.5 : 0.7;
    source.connect(band);
    this.#shape(source, at, length, loud, band);
  }

  #shape(source: AudioScheduledSourceNode, at: number, length: number, loud: number, last: AudioNode = source): void {
    const gain = this.#context!.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    last.connect(gain).connect(this.#out!);
    source.start(at);
    source.stop(at + length + 0.02);
  }
}

const GESTURES = ["pointerdown", "keydown"] as const;

/** One second of white noise. */
function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}

/** What each cue sounds like, from a time on. */
const CUES: Record<Cue, (sound: Sound, at: number) => void> = {
  // Bones on a table: clicks that follow each other more slowly and more softly.
  dice: (sound, at) => {
    for (let i = 0, t = at; i < 8; i++, t += 0.045 + 0.012 * i) sound.burst("bandpass", t, 1700 + 260 * ((i * 5) % 7), 0.035, 0.5 * 0.84 ** i);
  },
  // A counter is put down.
  move: (sound, at) => {
    sound.tone("sine", at, 210, 95, 0.09, 0.35);
    sound.burst("bandpass", at, 900, 0.03, 0.18);
  },
  // A dull blow.
  hit: (sound, at) => {
    sound.tone("sine", at, 130, 42, 0.28, 0.6);
    sound.burst("lowpass", at, 700, 0.16, 0.4);
  },
  // Two notes, going up.
  turn: (sound, at) => {
    sound.tone("triangle", at, 523.25, 523.25, 0.28, 0.22);
    sound.tone("triangle", at + 0.14, 783.99, 783.99, 0.42, 0.2);
  },
  // A slow chord.
  end: (sound, at) => {
    for (const [i, pitch] of [261.63, 329.63, 392, 523.25].entries()) sound.tone("triangle", at + 0.16 * i, pitch, pitch, 1.5 - 0.2 * i, 0.17);
  },
};

export const sound = new Sound();
