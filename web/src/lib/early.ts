/** Answers that were asked for before the page's own code was there (public/first.js). */

declare global {
  interface Window {
    early?: Record<string, Promise<Response>>;
  }
}

/** The early answer to a request, if there is one. It is taken once: whoever asks later wants news. */
export function takeEarly(path: string, token = ""): Promise<Response> | null {
  const key = `${path} ${token}`;
  const answer = globalThis.window?.early?.[key];
  if (!answer) return null;
  delete window.early![key];
  return answer;
}
