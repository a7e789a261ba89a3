/** The page's routes: `#/` lobby, `#/g/<token>` a table, `#/g/<token>/m/<i>` a moment in it, `#/rules/<game>` its rules, `#/rules/<game>/<case>` one of them. */

export type Route =
  | { screen: "lobby" }
  | { screen: "table"; token: string; moment: number | null }
  | { screen: "rules"; game: string; rule: string | null };

/** Parses a route; anything unknown is the lobby. */
export function parseRoute(hash: string): Route {
  const rules = /^#?\/rules\/([a-z_]{1,50})(?:\/([\w.-]{1,60}))?\/?$/.exec(hash);
  if (rules?.[1]) return { screen: "rules", game: rules[1], rule: rules[2] ?? null };
  const match = /^#?\/g\/([A-Za-z0-9]{1,200})(?:\/m\/(\d{1,7}))?\/?$/.exec(hash);
  if (!match?.[1]) return { screen: "lobby" };
  return { screen: "table", token: match[1], moment: match[2] === undefined ? null : Number(match[2]) };
}

/** The URL fragment of a route, starting with `#`. */
export function routeHash(route: Route): string {
  if (route.screen === "lobby") return "#/";
  if (route.screen === "rules") return `#/rules/${route.game}` + (route.rule === null ? "" : `/${route.rule}`);
  return `#/g/${route.token}` + (route.moment === null ? "" : `/m/${route.moment}`);
}

/** A complete link to share. */
export function linkTo(token: string, moment: number | null = null): string {
  return `${location.origin}${location.pathname}${routeHash({ screen: "table", token, moment })}`;
}

/** Finds the token in whatever a player pastes: a complete link, a hash or the bare token. */
export function tokenIn(text: string): string | null {
  const clean = text.trim();
  const hash = clean.indexOf("#");
  const route = parseRoute(hash >= 0 ? clean.slice(hash) : clean);
  if (route.screen === "table") return route.token;
  return /^[A-Za-z0-9]{16,200}$/.test(clean) ? clean : null;
}
