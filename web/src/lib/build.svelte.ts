/** Which build of the page this is, and whether the server has another one by now. The build writes the stamp (vite.config.ts). */

const OWN = (): string => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "dev";

class Build {
  /** The server has a newer page than this one. */
  stale = $state(false);

  constructor() {
    // A part of the page that is loaded later is gone: the server has other files by now.
    globalThis.addEventListener?.("vite:preloadError", () => void this.check());
  }

  /** Compares this page with the server's; false if the server cannot be reached. */
  async check(): Promise<boolean> {
    try {
      const answer = await fetch("/build.txt", { cache: "no-store" });
      if (answer.status >= 502 && answer.status <= 504) return false;
      if (answer.ok && OWN() !== "dev") this.stale = (await answer.text()).trim() !== OWN();
      return true;
    } catch {
      return false;
    }
  }
}

export const build = new Build();

let settle: (works: boolean) => void;
/** Does a service worker keep this page? Known once it has been installed, or cannot be. */
export const worker = new Promise<boolean>((done) => (settle = done));

/** Installs the service worker, after everything that the player is waiting for. */
export function installWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return settle(false);
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) settle(true);
  else serviceWorker.addEventListener("controllerchange", () => settle(true), { once: true });
  const install = (): void => void setTimeout(() => serviceWorker.register("/sw.js").catch(() => settle(false)), 1500);
  if (document.readyState === "complete") install();
  else addEventListener("load", install, { once: true });
}
