/** What the server sends, by the names the page uses. The types come from the server's OpenAPI document (`make types`); a table in memory
 * differs from a sent one in two ways: its pieces have what is printed on them, and its story is whole. */

import type { components } from "./schema";

type Schemas = components["schemas"];
/** The named keys of a type that allows others too, without some of them. */
type Without<T, K extends string> = { [P in keyof T as string extends P ? never : number extends P ? never : P extends K ? never : P]: T[P] };

export type SideId = string;
export type UnitId = string;
export type PlaceId = string;
export type Mark = Schemas["SideInfo"]["mark"];
export type Theme = "light" | "dark";

// ---- the games ---------------------------------------------------------------------------------------------------

export type SideInfo = Schemas["SideInfo"];
export type ScenarioInfo = Schemas["ScenarioInfo"];
export type OptionSetting = Schemas["OptionValue"]["value"];
export type OptionValue = Schemas["OptionValue"];
export type OptionInfo = Schemas["OptionInfo"];
export type PlayerInfo = Schemas["PlayerInfo"];
export type OverlayInfo = Schemas["OverlayInfo"];
export type WindowInfo = Schemas["WindowInfo"];
export type Briefing = Schemas["BriefingInfo"];
/** By scenario and side. */
export type Briefings = Record<string, Record<string, Briefing>>;
export type BriefingText = Omit<Briefing, "later">;
export type GameInfo = Schemas["GameInfo"];

// ---- the board ---------------------------------------------------------------------------------------------------

export type Point = [number, number];
export type PlaceFacts = Schemas["PlaceFacts"];
export type FrontFacts = Schemas["Front"];
export type BoardFacts = Schemas["BoardFacts"];
export type BorderFacts = Schemas["BoardSide"];
export type RuleTable = Schemas["RuleTable"];
export type RuleCase = Schemas["RuleCase"];
export type Term = Schemas["Term"];
export type Rulebook = Schemas["Rulebook"];
export type HistoryEvent = Schemas["HistoryEvent"];
export type HistoryDay = Schemas["HistoryDay"];

// ---- the view ----------------------------------------------------------------------------------------------------

export type Badge =
  | "lowsupply" | "out" | "isolated" | "dispersed" | "road" | "nofuel" | "noammo" | "burnt" | "tired" | "battery" | "changing" | "works";
export type Formation = Schemas["Formation"];

/** What is printed on the pieces of a game, by id. */
export type Printed = Record<UnitId, Schemas["PrintedPiece"]>;
export type PieceState = Schemas["PieceState"];
/** A piece with what is printed on it. */
export type Piece = Without<Schemas["PrintedPiece"], "formation" | "symbol" | "quality"> &
  Without<PieceState, "badges" | "factors" | "steps" | "done"> & {
    formation: Formation | null;
    symbol: string;
    quality: "elite" | "green" | "";
    badges: Badge[];
    factors: string;
    steps: [number, number] | null;
    done: boolean;
    [key: string]: unknown;
  };

export type TurnInfo = Schemas["Turn"];
export type DayInfo = Schemas["Day"];
export type Gauge = Schemas["Gauge"];
export type CalendarEntry = Schemas["CalendarEntry"];
export type Track = Schemas["Track"];
export type Hint = Schemas["Hint"];
export type ChoiceKind = string;
export type Argument = string | number | null;
/** Arguments offered for each verb; a verb that takes none has [null]. */
export type Choices = Record<string, Argument[]>;
export type Decision = Schemas["Decision"];
export type Result = Schemas["GameResult"];
export type Marker = Schemas["Marker"];
export type PlaceState = Schemas["PlaceState"];
/** A view whose pieces lack what is printed on them. */
export type SentView = Schemas["View"];
export type View = Without<SentView, "pieces"> & { pieces: Piece[]; [key: string]: unknown };

export type Move = Schemas["Move"];
export type StoryPart = Schemas["StoryPart"];
export type Roll = Schemas["Roll"];
export type StoryEvent = Schemas["StoryEvent"];
export type PreviewRow = Schemas["PreviewRow"];
export type Outcome = Schemas["Outcome"];
export type PreviewTable = Schemas["PreviewTable"];
export type Preview = Schemas["Preview"];

export type OverlayStyle = Schemas["OverlayArea"]["style"];
export type OverlayArea = Schemas["OverlayArea"];
export type OverlayLine = Schemas["OverlayLine"];
export type OverlayResult = Schemas["Overlay"];

// ---- the table ---------------------------------------------------------------------------------------------------

export type SeatInfo = Schemas["SeatInfo"];
export type ChatLine = Schemas["ChatLine"];
export type SentTable = Schemas["Table"];
export type Table = Without<SentTable, "view"> & { view: View };
export type TableChange = Schemas["Change"];
export type Done = Schemas["Done"];
/** The answer to a request for the table: all of it, or what has changed since the version that the page has. */
export type TableAnswer = SentTable | TableChange;
export type LiveMessage = Schemas["LiveMessage"];
export type Order = Schemas["Order"];
export type Ahead = Schemas["Ahead"];
export type Fight = Schemas["Fight"];
export type Advice = Schemas["Advice"];

export type Moment = Schemas["Moment"];
export type SentMoment = Schemas["MomentView"];
export type MomentView = Without<SentMoment, "view"> & { view: View };
export type Summary = Schemas["Summary"];
export type Explanation = Schemas["WhyAnswer"];
export type NewTable = Schemas["NewTable"];
export type NewTableAnswer = Schemas["Created"];
export type Branched = Schemas["Branched"];
export type Say = Schemas["Talk"]["say"];
export type Report = Schemas["Report"];
export type Review = Schemas["Review"];
export type ReviewedChoice = Schemas["ReviewedChoice"];
export type ReportTurn = Schemas["ReportTurn"];
export type ReportLosses = Schemas["ReportLosses"];
export type ReportLuck = Schemas["ReportLuck"];
export type ReportFight = Schemas["ReportFight"];
export type Account = Schemas["Account"];
