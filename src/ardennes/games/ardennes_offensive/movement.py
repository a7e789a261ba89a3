"""5.0 Movement, 6.0 road mode: what a unit's reach depends on, and the move itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits
from ardennes.core.names import each
from ardennes.core.sequence import step_of
from ardennes.core.state import Frame, Hints
from ardennes.games.ardennes_offensive import supply
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    BRITISH_WEST,
    DIVISIONS,
    ENTRY,
    GATES,
    GERMAN,
    HEX_NAMES,
    LIVE,
    MAP_EDGE,
    MECH,
    ROAD,
    ROAD_BESIDE,
    ROAD_HEXES,
    SHUT,
    SIDE,
    SIDES,
    TABLES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.reach import (
    MODE,
    RATE,
    STACKING,
    Terms,
    Trip,
    explore,
    road_ends,
    roads_for,
    standard_ends,
)
from ardennes.games.ardennes_offensive.setup import restricted
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import allowance

_STAGING: int = TABLES["road_mode"]["staging"]
HINDRANCES = ("zones", "stacks", "meuse", "bridges")
"""What can stop a unit from going as far as its points allow: 7.1A, 5.2H, 14.3C, 13.2B."""
_PLENTY = 40
"""More points than any move costs."""
_EASY_GATES = {
    section: tuple((gate, 1 << gate) for gate in each(gates & ~WEST_WALL)) for section, gates in GATES.items()
}
"""14.1A: the gates by which units of either side can come in, by section."""
SECTION_OF_BOX = {box: section for section, box in ENTRY.items()}
"""14.1A: by entry box, the section (or "E") where its units come in."""


def can_stop_at_gate(s: OffensiveState, unit: Unit, closed: Places) -> bool:
    """14.1A, 14.2B: can a unit off the map come in and stop right there, in road mode or out of it? Quick to see, and most can. `closed`:
    the hexes that are closed to it (`closed_to`) or have friends in them."""
    side, mech = SIDE[unit], bool(MECH >> unit & 1)
    for gate, bit in _EASY_GATES[SECTION_OF_BOX[s.at[unit]]]:
        if bit & closed:
            continue
        beside = ROAD_BESIDE[gate]
        spare = points(s, unit)
        if beside & s.live(side):  # 6.5G: it has to leave road mode
            if beside & s.columns(side):
                continue
            spare -= MODE[mech]
        if staged(s, gate) < spare * RATE[side][mech]:
            return True
    return False


def can_come_in(terms: Terms) -> bool:
    """14.1A, 14.2B: can a unit off the map come in? Most can go in road mode to some hex near their gate, which is quick to see."""
    by_road = roads_for(terms.cut, terms.bound)[0][0]
    enter = LIVE & ~(terms.foes | terms.friends)
    if terms.side == ALLIED:
        enter &= ~WEST_WALL
    apart = road_ends(terms)
    ends = standard_ends(terms)
    per = RATE[terms.side][terms.mech]
    most = terms.points * per
    stretch = (terms.points - MODE[terms.mech]) * per  # with enough points left to leave road mode
    gates = [(gate, lost) for gate, lost in terms.gates if lost < most]
    for gate, lost in gates:
        ring = 1 << gate
        seen = 0
        for steps in range(lost + 1, most + 1):
            if ring & apart or (steps <= stretch and ring & ends):
                return True
            seen |= ring
            ring = BOARD.spread(ring & ~terms.zone, by_road) & enter & ~seen
            if not ring:
                break
    return bool(gates and explore(terms).hexes)


# --- what it depends on ------------------------------------------------------------------------------------------------------------------


def points(s: OffensiveState, unit: Unit) -> int:
    """5.1C, 12.6, 6.7L: the movement points that a unit has in this phase."""
    found = allowance(s, unit)
    return found - MODE[MECH >> unit & 1] if s.spent >> unit & 1 else found


def open_gates(s: OffensiveState, side: Side, section: str) -> Places:
    """14.1A: the hexes of a section by which units can come in as far as the enemy is concerned."""
    return GATES[section] & ~s.closed_to(side)


def staged(s: OffensiveState, gate: Place) -> int:
    """14.2B: the road hexes lost by the next unit that comes in by this hex."""
    return _STAGING * s.through(gate)


def terms_of(s: OffensiveState, unit: Unit, *, ignoring: tuple[str, ...] = (), mp: int = -1) -> Terms:
    """What the reach of a unit depends on. `ignoring`: HINDRANCES to ignore, to find out why it cannot go somewhere."""
    side = SIDE[unit]
    bit = 1 << unit
    start = s.at[unit]
    column = bool(s.road & bit)
    friends, columns = s.live(side), s.columns(side)
    if start >= 0:
        here = 1 << start
        if friends & here and s.units_at(start, side) == bit:
            friends ^= here
        if column and columns & here:
            columns ^= here
    gates: tuple[tuple[Place, int], ...] = ()
    if start < 0:
        column = True
        found = open_gates(s, side, SECTION_OF_BOX[start]) & ~friends
        if side == ALLIED:
            found &= ~WEST_WALL
        gates = tuple((gate, staged(s, gate)) for gate in each(found))
    foes = s.live(1 - side)
    full = friends if bit & DIVISIONS else s.full(side)
    zone = s.zoc(1 - side)
    cut = s.cut
    bound = bool(BRITISH_WEST & bit and restricted(s) & bit)
    if ignoring:
        if "zones" in ignoring:
            zone = foes = 0
        if "stacks" in ignoring:
            if start >= 0 and friends >> start & 1:
                zone &= ~(1 << start)  # 7.4E: friends who stay still absorb the zone
            friends = full = columns = 0
        if "meuse" in ignoring:
            bound = False
        if "bridges" in ignoring:
            cut = 0
    return Terms(
        side,
        bool(MECH & bit),
        points(s, unit) if mp < 0 else mp,
        max(start, -1),
        column,
        gates,
        friends,
        full,
        columns,
        foes,
        zone,
        cut,
        bound,
    )


_latest: list[Trip] = []
"""The last trip that was asked for: whoever looks at a move carries it out next. It is good for as long as its terms are the same."""


def trip(s: OffensiveState, unit: Unit) -> Trip:
    """Where a unit of the phasing side can go now."""
    terms = terms_of(s, unit)
    if _latest and _latest[0].terms == terms:
        return _latest[0]
    _latest[:] = [found := explore(terms)]
    return found


def phase_of(s: OffensiveState) -> tuple[Side, bool]:
    """The side that moves in the phase being played, and whether it is its Mechanized Movement Phase."""
    frame = step_of(s).frame
    return getattr(frame, "side", -1), bool(getattr(frame, "mech", False))


def to_part(s: OffensiveState, side: Side, mech: bool) -> Units:
    """6.7N: the units of which one has to move first, because a unit in road mode ended a retreat next to a friend on the road. If none of
    them can move, the duty is over. It is a duty of the Initial Movement Phase."""
    if mech or not s.must_part:
        return 0
    out = 0
    for u in each(s.must_part & s.active(side)):
        near = s.units_in(side, BOARD.spread(1 << s.at[u], ROAD) & LIVE) if s.road >> u & 1 else 0
        if not near:
            s.must_part &= ~(1 << u)
            continue
        for v in each((near | 1 << u) & ~s.moved):
            way = trip(s, v)
            if way.hexes or way.marches:
                out |= 1 << v
    return out


# --- one unit moves ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """5.0 One unit moves: the player says where it ends, and in which mode. 6.0: a change of mode on the way is part of the move."""

    unit: Unit
    below = ("Movement",)
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {
        "hex": "Move here",
        "march": "Go here in road mode",
        "stay": "Stay",
    }

    def decide(self, s: OffensiveState) -> Decision:
        unit = self.unit
        found = trip(s, unit)
        name = s.name(unit)
        return s.ask(
            SIDES[SIDE[unit]],
            f"Move {name} ({found.terms.points} MP{', in road mode' if found.terms.column else ''})",
            "5.0",
            hex=found.hexes,  # what `limits_hex` and `limits_march` allow
            march=found.marches,
            stay=() if self.why_stay(s, None) else NOTHING,
        )

    def on_hex(self, s: OffensiveState, place: Place) -> None:
        self._go(s, place, False)

    def on_march(self, s: OffensiveState, place: Place) -> None:
        self._go(s, place, True)

    def on_stay(self, s: OffensiveState, _: None) -> None:
        s.moved |= 1 << self.unit
        s.pop()

    def _go(self, s: OffensiveState, place: Place, march: bool) -> None:
        unit = self.unit
        origin = s.at[unit]
        column = origin < 0 or bool(s.road >> unit & 1)
        middle = place if march == column else trip(s, unit).changes_at(place, march)
        if origin < 0:
            gate = trip(s, unit).comes_in_at(middle)
            s.come_in(unit, gate)
            s.tell("enters" if gate != middle else "comes_in", unit, gate, middle)
        elif middle != origin:
            dormant = MAP_EDGE >> origin & 1
            s.tell("returns" if dormant else "marches" if column else "moves", unit, origin, middle)
        if column != march:
            s.tell("forms_column" if march else "leaves_column", unit, middle)
            if middle != place:
                s.tell("marches" if march else "moves", unit, middle, place)
        s.place(unit, place)
        if column != march or origin < 0:
            s.set_road(unit, march)
        bit = ~(1 << unit)
        s.must_part &= bit
        s.moved |= ~bit
        s.pop()

    # --- why not -------------------------------------------------------------------------------------------------------------------

    def why_stay(self, s: OffensiveState, _: None) -> Refusal | None:
        if s.at[self.unit] < 0:
            return Refusal("14.1A", f"{s.name(self.unit)} has to come in: reinforcements may not be held back")
        if s.must_part and to_part(s, *phase_of(s)):
            return Refusal("6.7N", f"{s.name(self.unit)} has to move: it is too close to another unit on the road")
        return None

    def limits_hex(self, s: OffensiveState) -> Limits:
        return self._limits(s, trip(s, self.unit), False)

    def limits_march(self, s: OffensiveState) -> Limits:
        return self._limits(s, trip(s, self.unit), True)

    def _limits(self, s: OffensiveState, found: Trip, march: bool) -> Limits:
        terms = found.terms
        german = terms.side == GERMAN
        yield "E-MAP-1", ~SHUT, "no unit may ever enter {}"
        yield "11.0-impassable", LIVE | MAP_EDGE, "{} is impassable"
        edge = "German units never enter a Map Edge hex" if german else "a Map Edge hex is only entered in a retreat"
        yield "5.3L" if german else "5.3M", ~MAP_EDGE, f"{{}}: {edge}"
        yield "5.2F", ~terms.foes, "an enemy unit is in {}"
        if terms.start >= 0 and terms.column == march:
            yield "5.0", ~(1 << terms.start), "the unit is already in {}; choose 'stay' to leave it there"
        if march:
            yield "6.5F", ROAD_HEXES, "there is no road in {}"
            yield "6.5G", ~terms.friends, "a unit in road mode cannot be in one hex with another unit"
            yield "6.5G", road_ends(terms), "a friendly unit is next to {} on the road: a unit in road mode keeps away"
        else:
            yield "6.5G", ~terms.columns, "a unit in road mode is in {}, and nobody can join it"
            division = DIVISIONS >> self.unit & 1
            case = "8.2C" if division else "8.0"
            yield case, ~terms.full, lambda place: self._no_room(s, place)
            yield "6.5G", standard_ends(terms), "{} is next to a friendly unit in road mode on the same road"
        yield "5.2J", found.marches if march else found.hexes, lambda place: self._why_not(s, place, march)

    def _no_room(self, s: OffensiveState, place: Place) -> Refusal:
        name = HEX_NAMES.names[place]
        if (s.units_at(place) | 1 << self.unit) & DIVISIONS:
            return Refusal("8.2C", f"a German infantry division stacks with nobody, and {name} is occupied")
        return Refusal("8.0", f"three units are already in {name}")

    def _why_not(self, s: OffensiveState, place: Place, march: bool) -> Refusal:
        """Why the unit cannot get there, although it could be there."""
        unit = self.unit
        name, hex_name = s.name(unit), HEX_NAMES.names[place]
        terms = terms_of(s, unit)
        side, mech, have, start, column = terms[:5]
        if start >= 0 and side == SIDE[unit] and s.held(side) >> unit & 1 and start != place:
            return Refusal("7.1A", f"{name} is alone in an enemy zone of control and cannot leave it")
        if start < 0 and not terms.gates:
            return Refusal("14.1A", f"{name} cannot come in: every entry hex of its section is closed or taken")
        if march != column and have < MODE[mech]:
            what = "enter" if march else "leave"
            return Refusal("6.3C", f"{name} has {have} MP and needs {MODE[mech]} to {what} road mode")
        reasons = {
            "zones": Refusal("7.1A", f"enemy units and their zones of control block the way to {hex_name}"),
            "stacks": Refusal("5.2H", f"friendly units are in the way to {hex_name}"),
            "meuse": Refusal("14.3C", f"{name} may not cross the Meuse before the Germans have enough points"),
            "bridges": Refusal("13.2B", f"{hex_name} could be reached if no bridge were interdicted"),
        }
        for what in HINDRANCES:
            if self._could(terms_of(s, unit, ignoring=(what,)), place, march) is not None:
                if what == "stacks":
                    return self._stacked(terms, place, name, hex_name, reasons[what])
                return reasons[what]
        if self._could(terms_of(s, unit, ignoring=HINDRANCES), place, march) is not None:
            return reasons["zones"]
        return self._too_far(s, place, march, name, hex_name, terms)

    def _stacked(self, terms: Terms, place: Place, name: str, hex_name: str, other: Refusal) -> Refusal:
        """8.1A: is it only the points for stacking that are missing?"""
        joins = terms.friends >> place & 1
        leaves = terms.start >= 0 and terms.friends >> terms.start & 1
        if not joins and not leaves:
            return other
        what = "stacking and unstacking" if joins and leaves else "stacking" if joins else "leaving its stack"
        return Refusal(
            "8.1A", f"{name} does not have the MP for {what} ({STACKING[terms.mech]} MP) to end in {hex_name}"
        )

    def _could(self, terms: Terms, place: Place, march: bool) -> int | None:
        return explore(terms).cost(place, march)

    def _too_far(self, s: OffensiveState, place: Place, march: bool, name: str, hex_name: str, terms: Terms) -> Refusal:
        need = self._could(terms_of(s, self.unit, mp=_PLENTY), place, march)
        free = self._could(terms_of(s, self.unit, ignoring=HINDRANCES, mp=_PLENTY), place, march)
        least = need if need is not None else free
        if least is None:
            if march:
                return Refusal("6.5F", f"no road that {name} can use leads to {hex_name}")
            return Refusal("5.2J", f"{name} cannot reach {hex_name}")
        price = f"{least} MP" if need is not None else f"at least {least} MP"
        if terms.gates and least <= terms.points:
            return Refusal("14.2B", f"{name} comes in too late behind other units to reach {hex_name}")
        return Refusal("5.2J", f"{hex_name} costs {price}; {name} has {terms.points}")

    # --- for people ----------------------------------------------------------------------------------------------------------------

    def hints(self, s: OffensiveState) -> Hints:
        """What each hex costs, and the hex before it on the way."""
        names = HEX_NAMES.names
        found = trip(s, self.unit)
        terms = found.terms
        out: Hints = {}
        for verb, march in (("hex", False), ("march", True)):
            to = s.offers(verb)
            if not to:
                continue
            hints: dict[str, dict[str, object]] = {
                "*": {"before": {names[a]: names[b] for a, b in found.before(march).items()}}
            }
            for cost, places in found.by_cost(march):
                for place in each(places & to):
                    hints.setdefault(names[place], {"cost": str(cost)})
            for note, places in self._risks(s):
                for place in each(to & places):
                    hint = hints[names[place]]
                    hint["note"] = "; ".join(filter(None, (str(hint.get("note", "")), note)))
            if terms.start >= 0 and to >> terms.start & 1:
                what = "Enter road mode" if march else "Leave road mode"
                hints[names[terms.start]] |= {"label": what, "note": "without moving"}
            out[verb] = hints
        return out

    def _risks(self, s: OffensiveState) -> Iterator[tuple[str, Places]]:
        """What a hex is in for: zones of control (7.1A), and supply as things are now (12.1)."""
        side = SIDE[self.unit]
        friends = s.places_of(s.on_map(side) & ~(1 << self.unit))
        zone = s.zoc(1 - side)
        yield "in an enemy zone of control: alone there it cannot leave", zone & ~friends
        yield "in an enemy zone of control", zone & friends
        if not supply.free_supply(s, side):
            yield "out of supply there", ~supply.supplied_hexes(s, side, s.cut)

    def misfit(self, s: OffensiveState, at: int) -> str:
        side, mech = phase_of(s)
        unit = self.unit
        if unit < 0 or SIDE[unit] != side:
            return f"only a unit of the {SIDES[side]} side can move in this phase"
        if mech and not MECH >> unit & 1:
            return "only mechanized units move in the Mechanized Movement Phase (case 5.2K)"
        if (s.moved | (s.fought if mech else 0)) >> unit & 1:
            return "the unit cannot move in this phase any more (case 5.0)"
        place = s.at[unit]
        if place < 0 and place not in SECTION_OF_BOX:
            return "the unit is neither on the map nor about to come in"
        if place >= 0 and MAP_EDGE >> place & 1 and not s.awake >> unit & 1:
            return "the unit is dormant (case 5.3M)"
        return ""
