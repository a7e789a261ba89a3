"""What depends on how units are placed together: the Allied line in the way of the German spearheads, the German guard of the Westwall."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import (
    ABSENT,
    ALL,
    ALLIED,
    ARMY_AREA,
    ARMY_OF,
    BOARD,
    FIRST_DATE,
    GERMAN,
    INFANTRY,
    MECH,
    MECHANIZED,
)
from ardennes.games.enemy_action.greedy.fields import FAR, Ground, distances, soonest, ways
from ardennes.games.enemy_action.greedy.scene import Scene, guarding
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.victory import town_points

_L, _G = weights("line"), weights("guard")
_GUARDED = 4
"""Units look after the Westwall as far away as this."""
_DEEP = 64
"""Spearheads farther away than this are no threat."""
_SOON = 32
"""Towns farther away than this are not entered today."""
_FADING = [2 ** (-n / _L["half"]) for n in range(FAR + 1)]
"""How much of a threat is left at a distance."""


class Screen:
    """Measures what the enemy threatens through a side's units as they stand, and what a unit changes about that."""

    s: EnemyActionState

    def threat(self) -> float:
        """What the enemy threatens."""
        raise NotImplementedError

    def where(self, unit: Unit) -> Places:
        """Where a unit may change something: everywhere, if nothing else is known."""
        return -1

    def gain(self, unit: Unit, places: list[Place]) -> list[float]:
        """What a unit is worth in each of some hexes, compared with being off the map."""
        s = self.s
        here = s.at[unit]
        position = s.ip
        where = self.where(unit)
        s.place(unit, ABSENT)
        without = self.threat()
        out = []
        for place in places:
            if where >> place & 1:
                s.place(unit, place)
                out.append(without - self.threat())
            else:
                out.append(0.0)
        s.place(unit, here)
        s.ip = position
        return out


class Line(Screen):
    """Measures how well the Allied units are in the way of the German ones."""

    def __init__(self, scene: Scene) -> None:
        s: EnemyActionState = scene.s
        self.s = s
        bounds = s.on("boundaries")
        self._stacks: dict[str, dict[Place, int]] = {}
        """The German spearheads with their strength, by army while armies have their own areas."""
        for unit in each(s.on_map(GERMAN) & MECH & ~s.isolated & ~s.nofuel):
            places = self._stacks.setdefault(ARMY_OF[unit] if bounds else "", {})
            places[s.at[unit]] = places.get(s.at[unit], 0) + s.strength(unit)
        self._threats: dict[tuple[Places, Places], float] = {}
        self._wheres: dict[tuple[Places, Places], Places] = {}
        self._goals = {}
        for army in self._stacks:
            self._goals[army] = (ARMY_AREA[army] if bounds else ALL, scene.sight.deep(army))
        self._towns: dict[Place, int] = {}
        """On the last day: the towns that count, with their points. What is lost then cannot be won back."""
        if _L["raid"] and s.day == s.plan["last"]:
            self._towns = {p: worth for p in each(s.towns(ALLIED)) if (worth := town_points(s, p))}
        self._raiders: list[tuple[Places, Places, Places]] = []
        """By army: its area, and where its mechanized units and its infantry are."""
        if self._towns:
            units = s.on_map(GERMAN) & ~s.isolated & ~s.nofuel & ~s.dispersed
            for area, some in _by_army(units) if bounds else [(ALL, units)]:
                self._raiders.append((area, s.places_of(some & MECH), s.places_of(some & ~MECH)))

    def _ground(self) -> Ground:
        s = self.s
        held = s.occupied(ALLIED)
        extra = (int(_L["zone"]), int(_L["held"]))
        return Ground(s.zoc(ALLIED) & ~held, held, s.roadblocks & ~held, s.bridges, s.freeze, extra)

    def where(self, unit: Unit) -> Places:
        """On the ways that the spearheads would take without a unit, and next to them: elsewhere nothing is in their way."""
        s = self.s
        here = s.at[unit]
        position = s.ip
        s.place(unit, ABSENT)
        key = (s.zoc(ALLIED), s.occupied(ALLIED))
        found = self._wheres.get(key)
        if found is None:
            g = self._ground()
            on = 0
            threat = 0.0
            for army, stacks in self._stacks.items():
                area, some = self._goals[army]
                far, way = ways(g, MECHANIZED, some, area, bits(stacks), _DEEP)
                on |= way
                threat += _sum(stacks, far)
            found = self._wheres[key] = BOARD.grow(on | bits(self._towns), 1)
            self._threats[key] = threat + self._raids(g)
        s.place(unit, here)
        s.ip = position
        return found

    def threat(self) -> float:
        """What the German spearheads threaten, through the Allied units as they are now: the shorter their way, the more."""
        s = self.s
        key = (s.zoc(ALLIED), s.occupied(ALLIED))
        found = self._threats.get(key)
        if found is None:
            g = self._ground()
            found = 0.0
            for army, stacks in self._stacks.items():
                area, some = self._goals[army]
                found += _sum(stacks, distances(g, MECHANIZED, some, area, bits(stacks), _DEEP))
            found += self._raids(g)
            self._threats[key] = found
        return found

    def _raids(self, g: Ground) -> float:
        """What the towns are worth that German units could enter on the last day: the sooner, the more."""
        soon: dict[Place, int] = {}
        wanted = bits(self._towns)
        for area, fast, slow in self._raiders:
            times = int(_G["foot"])
            found = soonest(g, MECHANIZED, fast, wanted, _SOON, area)
            on_foot = soonest(g, INFANTRY, slow, wanted, _SOON // times, area)
            for place in found.keys() | on_foot.keys():
                points = min(found.get(place, _SOON), times * on_foot.get(place, _SOON))
                soon[place] = min(soon.get(place, _SOON), points)
        return _L["raid"] * sum(self._towns[p] * 2 ** (-soon[p] / _L["raid_half"]) for p in sorted(soon))


def _by_army(units: Units) -> list[tuple[Places, Units]]:
    """The areas of the German armies, with their units among these."""
    armies = {ARMY_OF[u] for u in each(units)}
    return [(ARMY_AREA[army], bits(u for u in each(units) if ARMY_OF[u] == army)) for army in sorted(armies)]


def _sum(stacks: dict[Place, int], far: dict[Place, int]) -> float:
    """What spearheads that have so far to go threaten."""
    return sum((_L["unit"] + _L["strength"] * stacks[place]) * _FADING[far[place]] for place in sorted(far))


class Guard(Screen):
    """Measures how soon Allied units could be in the hexes of the Westwall."""

    def __init__(self, scene: Scene) -> None:
        self.s = s = scene.s
        self._fast = s.places_of(s.on_map(ALLIED) & MECH & ~s.isolated)
        self._slow = s.places_of(s.on_map(ALLIED) & ~MECH & ~s.isolated)
        self._walls = s.wall & ~s.allied_wall & BOARD.grow(self._fast | self._slow, _GUARDED)
        if s.day <= FIRST_DATE:
            self._walls = 0  # nothing is lost before the 18th
        self._point = _G["wall"] * guarding(s) * min(1.0, (s.day - FIRST_DATE + 1) / _G["days"])

    def concerns(self, unit: Unit) -> bool:
        """Is a unit near a part of the Westwall that the Allies could come to?"""
        return bool(self._walls & BOARD.within(self.s.at[unit], _GUARDED))

    def threat(self) -> float:
        s = self.s
        held = s.occupied(GERMAN)
        zone = s.zoc(GERMAN) & ~held
        later = int(_G["later"])
        times = later // int(_G["foot"])
        stop = int(_G["stop"])
        fast = soonest(
            Ground(zone, held, 0, s.bridges, s.freeze, (stop, later)), MECHANIZED, self._fast, self._walls, later
        )
        slow = soonest(
            Ground(zone, held, 0, s.bridges, s.freeze, (stop // 2, times)), INFANTRY, self._slow, self._walls, times
        )
        out = 0.0
        for place in fast.keys() | slow.keys():
            points = min(fast.get(place, later), int(_G["foot"]) * slow.get(place, times))
            out += self._point * max(0.0, min(1.0, (later - points) / (later - _G["soon"])))
        return out
