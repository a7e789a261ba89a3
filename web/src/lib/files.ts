/** Files from and to the player's machine, and the clipboard. */

import type { Download } from "./client";

/** Offers a file from the server as a download. */
export function saveFile({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies text; false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Text as it would be in a file: pasted text often lacks the final line break, without which the last line counts as cut off. */
export function asFile(text: string): string {
  return `${text.trim()}\n`;
}

/** Is a file a record (one JSON object per line, the first with the commitment to its dice) or a position (one document)? */
export function fileKind(text: string): "record" | "position" {
  try {
    const head: unknown = JSON.parse(text.trim().split("\n")[0] ?? "");
    return typeof head === "object" && head !== null && "commitment" in head ? "record" : "position";
  } catch {
    return "position";
  }
}
