/** Looking up sides. */

import type { Mark, SideId, SideInfo } from "./api";
import { capital } from "./format";

/** The side with this id; an unknown one gets a plain chip. */
export function sideOf(sides: SideInfo[], id: SideId | null | undefined): SideInfo | null {
  if (!id) return null;
  return sides.find((side) => side.id === id) ?? { id, title: capital(id), mark: "none" };
}

export function markOf(sides: SideInfo[], id: SideId | null | undefined): Mark {
  return sideOf(sides, id)?.mark ?? "none";
}
