/** Responses to requests made before the page's own code had loaded (public/first.js). */

declare global {
  interface Window {
    early?: Record<string, Promise<Response>>;
  }
}

/** The early response to a request, if there is one. It is used once: later requests want fresh data. */
export function takeEarly(path: string, token = ""): Promise<Response> | null {
  const key = `${path} ${token}`;
  const answer = globalThis.window?.early?.[key];
  if (!answer) return null;
  delete window.early![key];
  return answer;
}
