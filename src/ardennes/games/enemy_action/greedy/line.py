"""The Allied line: how much longer the way of the German spearheads gets if a unit stands somewhere."""

from __future__ import annotations

from ardennes.core.kinds import Place, Unit
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import ABSENT, ALLIED, ARMY_AREA, ARMY_OF, GERMAN, MECH, MECHANIZED
from ardennes.games.enemy_action.greedy.fields import FAR, Ground, distances
from ardennes.games.enemy_action.greedy.scene import Scene, german_wishes, goals
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.state import EnemyActionState

_L = weights("line")
_FADING = [2 ** (-n / _L["half"]) for n in range(FAR + 1)]
"""How much of a threat is left at a distance."""


class Line:
    """Measures how well the Allied units are in the way of the German ones."""

    def __init__(self, scene: Scene) -> None:
        s: EnemyActionState = scene.s
        near = scene.foe_near if scene.side == ALLIED else scene.own_near
        self.s = s
        bounds = s.on("boundaries")
        self._stacks: dict[str, dict[Place, int]] = {}
        """The German spearheads with their strength, by army while armies have their own areas."""
        for unit in each(s.on_map(GERMAN) & MECH & ~s.isolated & ~s.nofuel):
            places = self._stacks.setdefault(ARMY_OF[unit] if bounds else "", {})
            places[s.at[unit]] = places.get(s.at[unit], 0) + s.strength(unit)
        self._goals = {}
        for army in self._stacks:
            area = ARMY_AREA[army]
            wishes = goals(german_wishes(s, army, MECHANIZED), near, scene.days)
            self._goals[army] = (area, [level & area for level in wishes])

    def threat(self) -> float:
        """What the German spearheads threaten, through the Allied units as they are now: the shorter their way, the more."""
        s = self.s
        held = s.occupied(ALLIED)
        extra = (int(_L["zone"]), int(_L["held"]))
        g = Ground(s.zoc(ALLIED) & ~held, held, s.roadblocks & ~held, s.bridges, s.freeze, extra)
        out = 0.0
        for army, stacks in self._stacks.items():
            area, some = self._goals[army]
            far = distances(g, MECHANIZED, some, area, bits(stacks))
            out += sum((_L["unit"] + _L["strength"] * stacks[place]) * _FADING[n] for place, n in far.items())
        return out

    def gain(self, unit: Unit, places: list[Place]) -> list[float]:
        """What it is worth that a unit stands in each of some hexes rather than nowhere."""
        s = self.s
        here = s.at[unit]
        position = s.ip
        s.place(unit, ABSENT)
        without = self.threat()
        out = []
        for place in places:
            s.place(unit, place)
            out.append(without - self.threat())
        s.place(unit, here)
        s.ip = position
        return out
