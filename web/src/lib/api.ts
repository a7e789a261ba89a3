/** Types of everything the server sends, and the calls that fetch it. */

export type SideId = string;
export type UnitId = string;
export type PlaceId = string;
export type Mark = "cross" | "star" | "roundel" | "none";
export type Theme = "light" | "dark";

// ---- the games ---------------------------------------------------------------------------------------------------

export interface SideInfo {
  id: SideId;
  title: string;
  mark: Mark;
}

export interface ScenarioInfo {
  id: string;
  title: string;
  turns: number;
  about: string;
}

export type OptionSetting = string | number | boolean;

export interface OptionValue {
  value: OptionSetting;
  label: string;
}

export interface OptionInfo {
  id: string;
  title: string;
  values: OptionValue[];
  default: OptionSetting;
  about: string;
  case: string;
  rule: string;
}

export interface PlayerInfo {
  id: string;
  title: string;
  about: string;
}

export interface OverlayInfo {
  id: string;
  title: string;
  key: string;
  about: string;
  case: string;
  of: "" | "side" | "unit";
}

export interface GameInfo {
  id: string;
  title: string;
  about: string;
  length: string;
  difficulty: number;
  playable: boolean;
  sides: SideInfo[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  players: PlayerInfo[];
  overlays: OverlayInfo[];
  board: { light: string; dark: string };
  /** A crop of the map for the lobby. */
  picture?: { light: string; dark: string };
}

// ---- the board ---------------------------------------------------------------------------------------------------

export type Point = [number, number];

export interface PlaceFacts {
  /** Centre, in the units of the drawing. */
  c: Point;
  /** Outline. */
  p: Point[];
  title: string;
  /** Terrain and roads in words, for tips and screen readers. */
  text: string;
  /** Area boards: counter size, and where each side's pieces go. */
  counter?: number;
  stack?: Record<SideId, Point[]>;
  /** Neighbours in direction order on hexes (null where the board ends), any order on areas. */
  n: (PlaceId | null)[];
  aliases: string[];
}

export interface FrontFacts {
  lines: Point[][];
}

export interface BoardFacts {
  kind: "hex" | "area";
  size: [number, number];
  sheet: [number, number, number, number];
  places: Record<PlaceId, PlaceFacts>;
  images: { light: string; dark: string };
  /** The same for zooming out: larger letters, fewer names. */
  far?: { light: string; dark: string };
  hex_width: number;
  fronts: Record<string, FrontFacts>;
  /** What is on the borders between places, for the exact diagram. */
  sides?: BorderFacts[];
}

export interface BorderFacts {
  a: PlaceId;
  b: PlaceId;
  /** 1 main, 2 minor. */
  road?: number;
  /** Name of the river between them. */
  river?: string;
  ford?: string;
  bridge?: boolean;
}

export interface RuleTable {
  title: string;
  columns: string[];
  rows: string[][];
}

export interface RuleCase {
  case: string;
  title: string;
  kind: string;
  /** A line is a paragraph, or an item of a list if it begins with "- ". So is `reading`. */
  text: string;
  tables: RuleTable[];
  /** How we read the rulebook where it is unclear. */
  reading: string;
  /** What the rule means in detail. */
  checks: string[];
  depends: string[];
}

export interface Term {
  term: string;
  meaning: string;
}

export interface Rulebook {
  title: string;
  cases: RuleCase[];
  glossary: Term[];
}

export interface HistoryEvent {
  time?: string;
  place?: string;
  text?: string;
  units?: string;
  source?: string;
}

export interface HistoryDay {
  date: string;
  title: string;
  weather: string;
  summary: string;
  events: HistoryEvent[];
}

// ---- the view ----------------------------------------------------------------------------------------------------

export type Badge = "lowsupply" | "out" | "isolated" | "dispersed" | "road" | "nofuel";

export interface Formation {
  id: string;
  title: string;
  /** Name of a colour token ("--f-xlvii"), or null. */
  color: string | null;
}

export interface Piece {
  id: UnitId;
  /** Full name. */
  title?: string;
  /** Short name for the counter. */
  name: string;
  side: SideId;
  /** Determines the counter's shape and colours; by default the side's mark does. */
  mark?: Mark;
  /** The place it is in, or the id of its box (View.boxes), or null. */
  at: PlaceId | null;
  type?: string;
  size?: string;
  factors: string;
  formation: Formation | null;
  badges: Badge[];
  symbol: string;
  quality: "elite" | "green" | "";
  steps: [number, number] | null;
  done: boolean;
  [key: string]: unknown;
}

export interface TurnInfo {
  number: number;
  title?: string;
  date: string;
  iso?: string;
  [key: string]: unknown;
}

export interface DayInfo {
  turn: number;
  label: string;
  date: string;
  note: string;
  check: boolean;
}

export interface Gauge {
  title: string;
  value: number;
  low: number;
  high: number;
  marks: { at: number; text: string }[];
  text: string;
}

export interface CalendarEntry {
  turn: number;
  date: string;
  side: SideId | null;
  units: UnitId[];
  text: string;
  case: string;
}

export interface Track {
  id: string;
  title: string;
  text: string;
  case: string;
  [key: string]: unknown;
}

export interface Hint {
  label?: string;
  note?: string;
  cost?: string | number | null;
  main?: boolean;
  danger?: boolean;
  /** The path, from the piece's current place to the one it would reach. */
  path?: PlaceId[];
}

export type ChoiceKind = "unit" | "place" | "number" | "word" | "none";
export type Argument = string | number | null;

/** Arguments offered for each verb; a verb that takes none has [null]. */
export type Choices = Record<string, Argument[]>;

export interface Decision {
  title: string;
  prompt: string;
  cases: string[];
  choices: Choices;
  kinds: Record<string, ChoiceKind>;
  hints: Record<string, Record<string, Hint>>;
}

export interface Result {
  winner?: SideId | null;
  text?: string;
  title?: string;
  case?: string;
  [key: string]: unknown;
}

export interface Marker {
  at?: PlaceId;
  kind?: string;
  [key: string]: unknown;
}

export interface View {
  game: string;
  side?: SideId | null;
  scenario: string;
  turn: TurnInfo;
  phase: string;
  phase_title: string;
  asked: SideId | null;
  answers: number;
  days: DayInfo[];
  gauge: Gauge | null;
  calendar: CalendarEntry[];
  tracks: Track[];
  boxes: { id: string; title: string }[];
  /** What the question is about, if it is about something in particular. */
  focus: { units: UnitId[]; places: PlaceId[] };
  markers: Marker[];
  /** What is shown at a place: a value, its name, the side that holds it, whether it is contested. */
  places: Record<PlaceId, { value?: string; title?: string; control?: SideId | null; contested?: boolean; [key: string]: unknown }>;
  pieces: Piece[];
  decision: Decision | null;
  result: Result | null;
  [key: string]: unknown;
}

export interface Move {
  unit: UnitId;
  from: PlaceId | null;
  to: PlaceId | null;
  path?: PlaceId[];
}

export interface StoryPart {
  t: string;
  unit?: UnitId | null;
  place?: PlaceId | null;
  die?: number | null;
}

export interface Roll {
  die: number;
  title: string;
  text: string;
}

export interface StoryEvent {
  /** Running number among the events this side may see. */
  n: number;
  turn: number;
  date: string;
  phase: string;
  phase_title: string;
  side: SideId | null;
  kind: string;
  case: string;
  parts: StoryPart[];
  units: UnitId[];
  places: PlaceId[];
  roll: Roll | null;
  combat: boolean;
  moves: Move[];
}

export interface PreviewRow {
  text: string;
  value: string;
  unit: UnitId | null;
  case: string;
}

export interface Outcome {
  label: string;
  text: string;
  chance: number;
  faces: number[];
  kind: "for" | "neither" | "against";
}

export interface PreviewTable {
  id: string;
  title: string;
  chosen: boolean;
  columns: { label: string; state: "" | "base" | "final" }[];
  outcomes: Outcome[];
}

export interface Preview {
  title: string;
  place: PlaceId;
  place_title: string;
  case: string;
  attackers: UnitId[];
  defenders: UnitId[];
  sides: { side: SideId; role: "attack" | "defence"; total: number; rows: PreviewRow[] }[];
  compare: { text: string; note: string };
  shifts: { text: string; value: string; case: string }[];
  tables: PreviewTable[];
  warnings: string[];
}

export type OverlayStyle = "reach" | "zone" | "supply" | "cut" | "threat" | "victory" | "moved" | "front";

export interface OverlayArea {
  style: OverlayStyle;
  side: SideId | null;
  places: PlaceId[];
  labels: Record<PlaceId, string>;
  text: string;
}

export interface OverlayLine {
  style: OverlayStyle;
  side?: SideId | null;
  places?: PlaceId[];
  /** For lines that follow the land rather than places, such as the historical front. */
  points?: Point[];
}

export interface OverlayResult {
  areas: OverlayArea[];
  lines: OverlayLine[];
  units: Record<UnitId, string>;
}

// ---- the table ---------------------------------------------------------------------------------------------------

export interface SeatInfo {
  side: SideId;
  player: string;
  name: string;
  online: boolean;
  seen_at: string | null;
}

export interface ChatLine {
  number: number;
  side: SideId | "";
  name: string;
  text: string;
  at: string;
}

export interface Table {
  id: string;
  /** Changes exactly when this link is to see something new of the game or of its own seat. */
  digest: string;
  game: string;
  scenario: string;
  options: Record<string, OptionSetting>;
  role: string;
  side: SideId | null;
  host: boolean;
  view: View;
  preview: Preview | null;
  story: StoryEvent[];
  story_from: number;
  /** Identifies the visible story so far; sent back, it makes the server send only what is new. */
  story_mark: string;
  moments: number;
  players: SeatInfo[];
  thinking: SideId | null;
  undo: { can: boolean; why: string | null };
  free_undo: boolean;
  chat: ChatLine[];
  note: string;
  mail: string;
  notify: boolean;
  links: Record<string, string>;
  created: string;
  moved_at: string;
  over: boolean;
  hand_over: SideId | null;
}

export interface Moment {
  i: number;
  turn: number;
  date: string;
  label: string;
  phase_title: string;
  combat: boolean;
  /** Numbers of the story events that belong to it: first and last, or empty. */
  events: number[];
}

export interface MomentView {
  view: View;
  story_to: number;
}

export interface Summary {
  token: string;
  game: string;
  title: string;
  scenario: string;
  role: string;
  side: SideId | null;
  turn_text: string;
  your_turn: boolean;
  moved_at: string;
  over: boolean;
  players: SeatInfo[];
  result: string | null;
}

export interface Explanation {
  text: string;
  case: string;
}

export interface NewTable {
  game?: string;
  scenario?: string;
  options?: Record<string, OptionSetting>;
  seats?: Record<SideId, string>;
  same_screen?: boolean;
  /** The creator's side, when several people play. */
  seat?: SideId;
  name?: string;
  seed?: string;
  position?: string;
  record?: string;
}

export interface NewTableAnswer {
  token: string;
  links: Record<string, string>;
  note?: string | null;
}

export interface Account {
  name: string;
  tables: Summary[];
}
