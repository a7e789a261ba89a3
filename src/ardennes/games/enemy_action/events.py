"""2.3-events Command and special events: when they are possible, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.games.enemy_action import activation, cards, reactions
from ardennes.games.enemy_action.bridges import blowable, build, buildable, can_work, repair, repairable
from ardennes.games.enemy_action.cards import LoseCards, PickedCard
from ardennes.games.enemy_action.facts import (
    ALLIED,
    ARMY_AREA,
    BOARD,
    BRITISH,
    BRITISH_CARDS,
    BUILT,
    CARD_FACTS,
    CORPS,
    EVENT,
    EVENT_ROWS,
    EVERY,
    GERMAN,
    GROUP,
    GROUP_KIND,
    GROUP_SIDE,
    GROUPS,
    HEX_NAMES,
    IN_GROUP,
    OF_SIDE,
    ON_CALENDAR,
    RESERVE,
    RIVERS,
    SIDES,
    TABLES,
    UNIT_NAMES,
    VDH,
    VDH_BOX,
    on_date,
)
from ardennes.games.enemy_action.ground import entered
from ardennes.games.enemy_action.state import EnemyActionState, foe

DIE = tuple(range(1, int(TABLES["game"]["die"]) + 1))
WAYS = tuple(range(6))
DIVISIONS = bits(f for f, kind in enumerate(GROUP_KIND) if kind == "division" and GROUP_SIDE[f] == ALLIED)
_OUT_OF_REACH = (
    "{} cannot be reached: one end must be in your supply, and neither may be held or controlled by the enemy"
)
_ONLY_BRIDGES = "in the Supply Phase engineers only repair and build bridges"
ALLIED_CORPS = bits(f for f in each(CORPS) if GROUP_SIDE[f] == ALLIED)


def row_of(event: str) -> dict[str, Any]:
    """An event's entry in tables.toml."""
    return EVENT_ROWS[EVENT[event]]


# --- when an event is possible ----------------------------------------------------------------------------------------


def possible(s: EnemyActionState, side: Side, event: int, where: str) -> bool:
    """Is there anything for an event to act on, here (`where`: "impulse" or "supply") and today? Whether a side has a card for it does
    not matter here."""
    row = EVENT_ROWS[event]
    if row["side"] != SIDES[side] or where not in row["when"] or not on_date(row["dates"], s.day):
        return False
    return _POSSIBLE[row["id"]](s, where)


def _engineers(s: EnemyActionState, where: str) -> bool:
    if where == "impulse" and (offered(limits_position(s)) or blowable(s)):
        return True
    return can_work(s, ALLIED)


def _airpower(s: EnemyActionState, where: str) -> bool:
    if where == "supply":
        return s.on("interdiction") and not s.skip
    return bool(_unsupplied(s))


def _unsupplied(s: EnemyActionState) -> Places:
    """10.3: the hexes with unsupplied Allied units."""
    return s.places_of(s.unsupplied & OF_SIDE[ALLIED])


def _landing(s: EnemyActionState, where: str) -> bool:
    return s.at[VDH] == VDH_BOX and bool(offered(limits_landing(s)))


def _due(s: EnemyActionState, units: Units, day: int) -> Units:
    """Units that wait in a day's space of the calendar."""
    return bits(u for u in each(units & s.in_box(ON_CALENDAR)) if s.due[u] == day)


def _late_british(s: EnemyActionState) -> Units:
    return _due(s, BRITISH, row_of("command-crisis")["from"])


def _command_crisis(s: EnemyActionState, where: str) -> bool:
    day = row_of("command-crisis")["from"]
    late = any(CARD_FACTS[c].entry == day for c in each(s.entering[ALLIED] & BRITISH_CARDS))
    return not s.command_crisis and (late or bool(_late_british(s)))


_POSSIBLE: dict[str, Callable[[EnemyActionState, str], bool]] = {
    "bridge-engineers": lambda s, where: can_work(s, GERMAN),
    "commandos": lambda s, where: bool(s.hand[ALLIED]),
    "fuel-priority": lambda s, where: False,  # 10.4: only when a card is found without fuel (see NoFuel)
    "von-der-heydte": _landing,
    "engineers": _engineers,
    "airpower": _airpower,
    "raise-the-alarm": lambda s, where: bool(offered(limits_alarm(s))),
    "recover": lambda s, where: bool(offered(limits_recover(s))),
    "withdrawal": lambda s, where: bool(offered(limits_withdraw(s))),
    "allies-alert": lambda s, where: bool(offered(limits_alert(s))),
    "command-crisis": _command_crisis,
    "eisenhower-hesitates": lambda s, where: bool(offered(limits_hesitate(s))),
    "fury-of-bastogne": lambda s, where: not s.fury,
    "ground-freeze": lambda s, where: not s.freeze,
    "manteuffel": lambda s, where: not s.manteuffel,
}


def begin(s: EnemyActionState, side: Side, event: int) -> None:
    """An event is played in an impulse: it acts at once or pushes its frame."""
    s.tell("event", side, event)
    _BEGIN[EVENT_ROWS[event]["id"]](s)


def _fury(s: EnemyActionState) -> None:
    s.fury = True


def _freeze(s: EnemyActionState) -> None:
    s.freeze = True


def _manteuffel(s: EnemyActionState) -> None:
    s.manteuffel = True


def _delay(s: EnemyActionState, units: Units, day: int) -> None:
    for u in each(units):
        s.due[u] = day
    if units:
        s.tell("delayed", units, day)


def _crisis(s: EnemyActionState) -> None:
    s.command_crisis = True
    _delay(s, _late_british(s), row_of("command-crisis")["to"])


# --- bridges and positions (12.2, 12.31) ------------------------------------------------------------------------------


def limits_position(s: EnemyActionState) -> Limits:
    """12.31: the Allied units to which Engineers can give an improved position."""
    yield Limit("12.31", s.on_map(ALLIED), "{} is not an Allied unit on the map")
    yield Limit("12.31", ~s.unsupplied, "{} is not in supply")
    yield from activation.ground_limits(s, ALLIED)


@dataclass(frozen=True, slots=True)
class BridgeWork(Frame):
    """12.21 Engineers repair a bridge or build one (12.22); in an Allied impulse they can blow one instead, or build an improved position.
    `where` is "impulse" (the card has been played) or "supply" (`card` is picked and played with the answer)."""

    side: Side
    where: str
    card: PickedCard

    title: ClassVar[str] = "Engineers"
    labels: ClassVar[dict[str, str]] = {
        "repair": "Repair this bridge",
        "build": "Build a bridge here",
        "blow": "Blow this bridge",
        "unit": "Improved position",
    }
    below: ClassVar[tuple[str, ...]] = ("Impulse", "Builders")

    @property
    def event(self) -> str:
        return "bridge-engineers" if self.side == GERMAN else "engineers"

    def limits_repair(self, s: EnemyActionState) -> Limits:
        yield Limit("12.21", s.blown, "there is no blown bridge at {}")
        yield Limit("12.21", repairable(s, self.side), _OUT_OF_REACH)

    def limits_build(self, s: EnemyActionState) -> Limits:
        yield Limit("12.22", RIVERS.all & ~s.bridges & ~s.blown, "there is already a bridge at {}")
        yield Limit("12.22", buildable(s, self.side), _OUT_OF_REACH)

    def limits_blow(self, s: EnemyActionState) -> Limits:
        yield Limit("12.21", -1 if self.side == ALLIED else 0, "German engineers do not blow bridges")
        yield Limit("4-III", -1 if self.where == "impulse" else 0, _ONLY_BRIDGES)
        yield Limit("4.13", -1 if s.on("demolition") else 0, "the Allies cannot blow bridges yet")
        yield Limit("12.21", s.bridges, "there is no intact bridge at {}")
        yield Limit("10-hexes", blowable(s), "neither end of {} is in Allied supply")

    def limits_unit(self, s: EnemyActionState) -> Limits:
        yield Limit("12.31", -1 if self.side == ALLIED else 0, "German engineers build no improved positions")
        yield Limit("4-III", -1 if self.where == "impulse" else 0, _ONLY_BRIDGES)
        yield from limits_position(s)

    def decide(self, s: EnemyActionState) -> Decision | None:
        choices: dict[str, Any] = {
            "repair": offered(self.limits_repair(s)),
            "build": offered(self.limits_build(s)),
            "blow": offered(self.limits_blow(s)),
            "unit": offered(self.limits_unit(s)),
        }
        if not any(choices.values()):
            s.pop()
            return None
        return s.ask(SIDES[self.side], "What do the engineers do?", "12.2", **choices)

    def _play(self, s: EnemyActionState) -> None:
        s.pop()
        if self.card >= 0:
            s.become(replace(s.stack[-1], side=foe(self.side), passed=False))  # type: ignore[type-var]
            cards.play(s, self.side, self.card)
            s.tell("event", self.side, EVENT[self.event])

    def on_repair(self, s: EnemyActionState, river: int) -> None:
        self._play(s)
        repair(s, river, self.side)

    def on_build(self, s: EnemyActionState, river: int) -> None:
        self._play(s)
        build(s, river, self.side)

    def on_blow(self, s: EnemyActionState, river: int) -> None:
        self._play(s)
        reactions.greif(s, river)

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        self._play(s)
        activation.dig_in(s, s.at[unit])

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if self.where not in ("impulse", "supply"):
            return "`where` is impulse or supply"
        if len({self.where == "supply", self.card >= 0, type(s.stack[at - 1]).__name__ == "Builders"}) > 1:
            return "a card is picked for engineers in the Supply Phase, and played before in an impulse"
        return "the picked card is not in the hand" if self.card >= 0 and not s.hand[self.side] >> self.card & 1 else ""


# --- von der Heydte (9.24, 10.12) -------------------------------------------------------------------------------------


def limits_landing(s: EnemyActionState) -> Limits:
    """Where the paratroops can be dropped."""
    row = row_of("von-der-heydte")
    yield Limit("2.3-events", ARMY_AREA[row["area"]], "{} is outside the area of the 6th Panzer Army")
    yield Limit("2.3-events", ~BUILT, "{} is a town or city")
    yield Limit("7.9-effects", ~s.roadblocks, "there is a roadblock in {}")
    near = BOARD.grow(s.occupied(ALLIED), int(row["distance"]) - 1)
    yield Limit("2.3-events", ~near, "{} is too close to an Allied unit")
    room = bits(p for p in each(ARMY_AREA[row["area"]] & s.occupied(GERMAN)) if not s.fits(p, 1 << VDH))
    yield Limit("7.4", ~room, "there is no room in {}")


@dataclass(frozen=True, slots=True)
class Landing(Frame):
    """9.24 The von der Heydte paratroops jump: their hex, a roll that says whether they drift, and the direction. `stage` 0, 1, 2."""

    stage: int

    title: ClassVar[str] = "Von der Heydte"
    labels: ClassVar[dict[str, str]] = {"hex": "Land here"}
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_hex(self, s: EnemyActionState) -> Limits:
        return limits_landing(s)

    def decide(self, s: EnemyActionState) -> Decision | None:
        if self.stage == 0:
            return s.ask(SIDES[GERMAN], "Where do the paratroops land?", "9.24", hex=offered(self.limits_hex(s)))
        if self.stage == 1:
            return s.ask_chance("Do the paratroops drift?", "9.24", die=DIE)
        return s.ask_chance("Where do the paratroops drift?", "9.24", way=WAYS)

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        s.place(VDH, place)
        s.tell("lands", VDH, place)
        s.become(Landing(1))

    def on_die(self, s: EnemyActionState, roll: int) -> None:
        if roll <= row_of("von-der-heydte")["drift"]:
            s.become(Landing(2))
        else:
            self._down(s, s.at[VDH])

    def on_way(self, s: EnemyActionState, way: int) -> None:
        self._down(s, BOARD.step(s.at[VDH], way))

    @staticmethod
    def _down(s: EnemyActionState, place: Place) -> None:
        """They come down there; where they cannot be, they stay where they jumped."""
        s.pop()
        start = s.at[VDH]
        closed = BUILT | s.roadblocks | s.occupied(ALLIED)
        if place in (-1, start) or closed >> place & 1 or not s.fits(place, 1 << VDH):
            place = start
            s.tell("on_target", VDH, place)
        else:
            s.tell("drifts", VDH, start, place)
            s.place(VDH, place)
        entered(s, VDH, -1, place, "land")

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if self.stage not in (0, 1, 2):
            return "a landing has the stages 0 to 2"
        return "" if (s.at[VDH] == VDH_BOX) == (self.stage == 0) else "von der Heydte is not where this stage has him"


# --- supply, recovery (10.3) ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AirResupply(Frame):
    """10.3 Airpower brings the unsupplied units of one hex back into supply."""

    title: ClassVar[str] = "Air resupply"
    labels: ClassVar[dict[str, str]] = {"stack": "Supply this stack"}
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_stack(self, s: EnemyActionState) -> Limits:
        yield Limit("10.3", s.occupied(ALLIED), "there is no Allied unit in {}")
        yield Limit("10.3", _unsupplied(s), "all units in {} are in supply")

    def decide(self, s: EnemyActionState) -> Decision:
        return s.ask(SIDES[ALLIED], "Which units are supplied by air?", "10.3", stack=offered(self.limits_stack(s)))

    def on_stack(self, s: EnemyActionState, place: Place) -> None:
        units = self._cut_off(s, place)
        s.mark_supply(units, "")
        s.tell("resupplied", units, place)
        s.pop()

    def _cut_off(self, s: EnemyActionState, place: Place) -> Units:
        return s.units_at(place, ALLIED) & s.unsupplied

    def hints(self, s: EnemyActionState) -> Hints:
        names = HEX_NAMES.names
        until = "back in supply until the next Supply Phase"
        some = {names[p]: {"note": f"{s.names(self._cut_off(s, p))}: {until}"} for p in each(s.offers("stack"))}
        return {"stack": some}


def limits_recover(s: EnemyActionState) -> Limits:
    yield Limit("2.3-events", ALLIED_CORPS, "{} is not an Allied corps")
    dispersed = s.corps_of(s.dispersed & s.on_map(ALLIED))
    yield Limit("2.3-events", dispersed, "no unit of {} is dispersed")


def on_the_map(s: EnemyActionState) -> dict[str, dict[str, Any]]:
    """The units that an offered formation means: those on the map."""
    return {GROUPS.names[g]: {"units": UNIT_NAMES.list_of(s.group(g))} for g in each(s.offers("formation"))}


@dataclass(frozen=True, slots=True)
class Recover(Frame):
    """9.9 Recover: all dispersed units of one Allied corps recover."""

    title: ClassVar[str] = "Recover"
    labels: ClassVar[dict[str, str]] = {"formation": "Recover"}
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_formation(self, s: EnemyActionState) -> Limits:
        return limits_recover(s)

    def decide(self, s: EnemyActionState) -> Decision:
        return s.ask(SIDES[ALLIED], "Which corps recovers?", "9.9", formation=offered(self.limits_formation(s)))

    def hints(self, s: EnemyActionState) -> Hints:
        return {"formation": on_the_map(s)}

    def on_formation(self, s: EnemyActionState, formation: int) -> None:
        units = s.group(formation) & s.dispersed
        s.recover(units)
        s.tell("recovers", units)
        s.pop()


# --- moves without activation (4.13) ----------------------------------------------------------------------------------


def limits_alarm(s: EnemyActionState) -> Limits:
    """4.13: the units that Raise the Alarm can move."""
    beside = s.units_in(ALLIED, BOARD.spread(s.occupied(GERMAN), EVERY))
    yield Limit("4.13", s.on_map(ALLIED), "{} is not an Allied unit on the map")
    yield Limit("4.13", ~beside, "{} is next to a German unit")
    yield Limit("9.9", ~s.dispersed, "{} is dispersed")


@dataclass(frozen=True, slots=True)
class Alarm(Frame):
    """4.13 Raise the Alarm: up to three Allied units that are not next to a German unit, chosen one by one, move with their full
    allowance."""

    units: Units

    title: ClassVar[str] = "Raise the Alarm"
    labels: ClassVar[dict[str, str]] = {"unit": "Alarm this unit", "done": "No more units"}
    main: ClassVar[str] = "done"
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_unit(self, s: EnemyActionState) -> Limits:
        yield from limits_alarm(s)
        yield Limit("4.13", ~self.units, "{} has already been chosen")

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_unit(s))
        if not some or self.units.bit_count() >= row_of("raise-the-alarm")["units"]:
            self.on_done(s, None)
            return None
        left = row_of("raise-the-alarm")["units"] - self.units.bit_count()
        prompt = f"Which units move? ({'one more' if left == 1 else f'up to {left}'})"
        return s.ask(SIDES[ALLIED], prompt, "4.13", unit=some, done=NOTHING if self.units else ())

    def why_done(self, s: EnemyActionState, _: Any) -> Refusal | None:
        return None if self.units else Refusal("4.13", "choose at least one unit")

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        s.become(replace(self, units=self.units | 1 << unit))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()
        activation.begin(s, ALLIED, self.units, "alarm")


def _pressed(s: EnemyActionState) -> Units:
    """The units that Withdrawal can move: those in an enemy zone of control, which isolated units may not leave (10.23)."""
    return s.units_in(ALLIED, s.zoc(GERMAN)) & ~s.dispersed & ~s.isolated


def _withdrawing(s: EnemyActionState, formation: int) -> Units:
    """The units of a division that Withdrawal can move."""
    return IN_GROUP[formation] & _pressed(s)


def limits_withdraw(s: EnemyActionState) -> Limits:
    yield Limit("2.3-events", DIVISIONS, "{} is not an Allied division")
    pressed = _pressed(s)
    some = bits(f for f in each(DIVISIONS) if IN_GROUP[f] & pressed)
    yield Limit("2.3-events", some, "no unit of {} that can move is in a German zone of control")


@dataclass(frozen=True, slots=True)
class Withdraw(Frame):
    """8.1 Withdrawal: the units of one Allied division that are in enemy zones of control move away, free of their effects."""

    title: ClassVar[str] = "Withdrawal"
    labels: ClassVar[dict[str, str]] = {"formation": "Withdraw"}
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_formation(self, s: EnemyActionState) -> Limits:
        return limits_withdraw(s)

    def decide(self, s: EnemyActionState) -> Decision:
        return s.ask(SIDES[ALLIED], "Which division withdraws?", "8.1", formation=offered(self.limits_formation(s)))

    def hints(self, s: EnemyActionState) -> Hints:
        return {"formation": on_the_map(s)}

    def on_formation(self, s: EnemyActionState, formation: int) -> None:
        units = _withdrawing(s, formation)
        s.pop()
        activation.begin(s, ALLIED, units, "withdrawal", ignoring=units)


# --- reserves (11) ----------------------------------------------------------------------------------------------------


def limits_alert(s: EnemyActionState) -> Limits:
    yield Limit("2.3-events", ALLIED_CORPS, "{} is not an Allied corps")
    coming = s.corps_of(_due(s, OF_SIDE[ALLIED], s.day + 1))
    yield Limit("2.3-events", coming, "no unit of {} is due tomorrow")


@dataclass(frozen=True, slots=True)
class Alert(Frame):
    """11 Allies Alert: the units of one Allied corps that are due tomorrow come to the Reserve box now."""

    title: ClassVar[str] = "Allies Alert"
    labels: ClassVar[dict[str, str]] = {"formation": "Alert"}
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_formation(self, s: EnemyActionState) -> Limits:
        return limits_alert(s)

    def decide(self, s: EnemyActionState) -> Decision:
        return s.ask(SIDES[ALLIED], "Which corps is alerted?", "11", formation=offered(self.limits_formation(s)))

    def on_formation(self, s: EnemyActionState, formation: int) -> None:
        units = _due(s, IN_GROUP[formation], s.day + 1)
        for unit in each(units):
            s.due[unit] = 0
            s.place(unit, RESERVE)
        s.tell("arrives", ALLIED, units)
        s.pop()


def limits_hesitate(s: EnemyActionState) -> Limits:
    row = row_of("eisenhower-hesitates")
    named = bits(GROUP[name] for name in row["divisions"])
    yield Limit("2.3-events", named, "{} is not one of the two divisions")
    waiting = bits(f for f in each(named) if _waiting(s, f))
    yield Limit("2.3-events", waiting, "{} is not waiting for an earlier day")


def _waiting(s: EnemyActionState, formation: int) -> Units:
    """The units of a division that wait on the calendar for a day before the one to which Eisenhower Hesitates puts them."""
    to = row_of("eisenhower-hesitates")["to"]
    return bits(u for u in each(IN_GROUP[formation] & s.in_box(ON_CALENDAR)) if s.due[u] < to)


@dataclass(frozen=True, slots=True)
class Hesitate(Frame):
    """11 Eisenhower Hesitates: one of two American airborne divisions comes a day later."""

    title: ClassVar[str] = "Eisenhower Hesitates"
    labels: ClassVar[dict[str, str]] = {"formation": "Delay"}
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_formation(self, s: EnemyActionState) -> Limits:
        return limits_hesitate(s)

    def decide(self, s: EnemyActionState) -> Decision:
        return s.ask(SIDES[GERMAN], "Which division is delayed?", "11", formation=offered(self.limits_formation(s)))

    def on_formation(self, s: EnemyActionState, formation: int) -> None:
        _delay(s, _waiting(s, formation), row_of("eisenhower-hesitates")["to"])
        s.pop()


_BEGIN: dict[str, Callable[[EnemyActionState], None]] = {
    "bridge-engineers": lambda s: s.push(BridgeWork(GERMAN, "impulse", -1)),
    "commandos": lambda s: s.push(LoseCards(ALLIED, 1)),
    "von-der-heydte": lambda s: s.push(Landing(0)),
    "engineers": lambda s: s.push(BridgeWork(ALLIED, "impulse", -1)),
    "airpower": lambda s: s.push(AirResupply()),
    "raise-the-alarm": lambda s: s.push(Alarm(0)),
    "recover": lambda s: s.push(Recover()),
    "withdrawal": lambda s: s.push(Withdraw()),
    "allies-alert": lambda s: s.push(Alert()),
    "command-crisis": _crisis,
    "eisenhower-hesitates": lambda s: s.push(Hesitate()),
    "fury-of-bastogne": _fury,
    "ground-freeze": _freeze,
    "manteuffel": _manteuffel,
}
