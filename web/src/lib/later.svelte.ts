/** Parts of the page that are not on it when it opens, such as dialogs. They are fetched when the player first wants one of them, or when
 * the page has been open for a while, whichever comes first: so that opening the page does not wait for them. */

/** How long after the page has opened the rest of it is fetched, in milliseconds. */
const LATER = 4000;

export class Later<Part> {
  /** Null until it is there. */
  part = $state.raw<Part | null>(null);
  #coming: Promise<void> | null = null;

  constructor(private readonly fetch: () => Promise<{ default: Part }>) {}

  /** Fetches the part, once. If that fails, the next call tries again. */
  need(): Promise<void> {
    this.#coming ??= this.fetch().then(
      (found) => void (this.part = found.default),
      (error: unknown) => {
        this.#coming = null;
        throw error;
      },
    );
    return this.#coming;
  }

  /** Fetches the part when nothing else is going on; returns a function that calls it off. */
  soon(): () => void {
    const timer = setTimeout(() => void this.need().catch(() => undefined), LATER);
    return () => clearTimeout(timer);
  }
}
