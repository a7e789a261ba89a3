"""Bridges, field works and the modes of artillery, by the player `greedy`."""

from __future__ import annotations

from typing import Any

from ardennes.core.advice import still_meant
from ardennes.core.kinds import Unit
from ardennes.core.names import each
from ardennes.games.battles import supply
from ardennes.games.battles.artillery import ArtilleryMode
from ardennes.games.battles.bridges import BridgePhase, Demolish, chance_to_blow, touching
from ardennes.games.battles.building import Build, Building, may_dig, sites
from ardennes.games.battles.facts import ALLIED, BRIDGE_SIDES, COMBAT, ENGINEERS, FOOT, GERMAN, SIDE
from ardennes.games.battles.greedy.field import nearest
from ardennes.games.battles.greedy.moves import Moving
from ardennes.games.battles.greedy.scene import Scene, covered_by_guns
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.state import BattlesState

Choice = tuple[str, Any]
_W = WEIGHTS.part("engineers")
_G: dict[str, float] = WEIGHTS.part("guns")


class Works:
    """What happens before units move."""

    def __init__(self, moving: Moving) -> None:
        self._moving = moving
        self._meant: tuple[Unit, Choice] | None = None

    # --- demolition (b12.1) --------------------------------------------------------------------------------------------------------

    def bridge_phase(self, s: BattlesState, frame: BridgePhase) -> Choice:
        assert s.decision is not None
        for dump in each(s.decision.raw.get("destroy", 0)):
            return "destroy", dump
        if frame.side == GERMAN:
            return "done", None
        scene = self._moving.look(s, frame.side)
        best, found = _W["blow"], None
        for u in each(s.decision.raw.get("unit", 0)):
            chance = chance_to_blow(s, u) / 6
            for bridge in each(touching(s, u) & ~s.blown):
                gain = chance * self._blow(s, scene, bridge)
                if gain > best:
                    best, found = gain, (u, bridge)
        if found is None:
            return "done", None
        self._meant = found[0], ("blow", found[1])
        return "unit", found[0]

    def _blow(self, s: BattlesState, scene: Scene, bridge: int) -> float:
        """What it is worth to blow a bridge: the enemy's way leads over it, they will be there soon, and none of our units needs it."""
        a, b = BRIDGE_SIDES[bridge]
        worth = min(scene.flow[a], scene.flow[b])
        if worth <= 0 or min(scene.coming[a], scene.coming[b]) > 2:
            return 0.0
        t = s.clone()
        t.set_bridge(bridge, False)
        cut = (supply.traced(s, ALLIED) & ~supply.traced(t, ALLIED) & COMBAT).bit_count()
        return worth - 0.3 * cut

    def demolish(self, s: BattlesState, frame: Demolish) -> Choice:
        assert s.decision is not None
        meant = still_meant(s, self._meant, frame.unit)
        if meant is not None:
            return meant
        scene = self._moving.scene_of(s, frame.side)
        return "blow", max(
            each(s.decision.raw["blow"]), key=lambda b: (min(scene.flow[p] for p in BRIDGE_SIDES[b]), -b)
        )

    # --- building (b12.4, b13.1) ---------------------------------------------------------------------------------------------------

    def building(self, s: BattlesState, frame: Building) -> Choice:
        assert s.decision is not None
        scene = self._moving.look(s, frame.side)
        units = s.decision.raw.get("unit", 0)
        for u in each(units & ENGINEERS):
            if self._site(s, scene, u) >= 0:
                return "unit", u
        for u in each(units & FOOT & COMBAT):
            if self._should_dig(s, scene, u):
                return "unit", u
        return "done", None

    def _site(self, s: BattlesState, scene: Scene, unit: Unit) -> int:
        """A bridge that the side wants at an engineer's hex; -1 if there is none."""
        found = sites(s, unit, scene.side) & scene.wanted if scene.side == GERMAN else 0
        return each(found)[0] if found else -1

    def _should_dig(self, s: BattlesState, scene: Scene, unit: Unit) -> bool:
        """b13.1: a unit that waits for the enemy where they will come, or in a place that counts."""
        here = s.at[unit]
        if not may_dig(s, unit) or scene.contact >> here & 1:
            return False
        low, high = _W["dig_turns"]
        if not low <= scene.coming[here] <= high:
            return False
        return (
            scene.flow[here] > _W["dig"]
            if scene.side == ALLIED
            else bool(scene.points.get(here) and s.held >> here & 1)
        )

    def build(self, s: BattlesState, frame: Build) -> Choice:
        assert s.decision is not None
        bridge = self._site(s, self._moving.scene_of(s, frame.side), frame.unit)
        if bridge >= 0 and s.decision.offers("build", bridge):
            return "build", bridge
        return ("dig", None) if s.decision.offers("dig", None) else s.decision.raw_choices()[0]

    # --- artillery (b10.11) --------------------------------------------------------------------------------------------------------

    def artillery(self, s: BattlesState, frame: ArtilleryMode) -> Choice:
        """Guns go into battery where they can fire or help, and limber up when the front has moved on or is upon them."""
        assert s.decision is not None
        for u in each(s.decision.raw.get("unit", 0)):
            if s.battery >> u & 1:
                if self._limber(s, u):
                    return "unit", u
            elif covered_by_guns(s, frame.side, u) and not s.unsupplied >> u & 1 and self._calm(s, u):
                return "unit", u
        return "done", None

    def _limber(self, s: BattlesState, unit: Unit) -> bool:
        side = SIDE[unit]
        foes = s.occupied(1 - side)
        if not foes or s.unsupplied >> unit & 1:
            return False
        if nearest(s.at[unit], foes) >= _G["far"]:
            return True
        return not self._calm(s, unit) and not self._moving.scene_of(s, side).contact >> s.at[unit] & 1

    def _calm(self, s: BattlesState, unit: Unit) -> bool:
        """Will the guns still be there when the enemy has had a turn?"""
        scene = self._moving.scene_of(s, SIDE[unit])
        return scene.danger(s, unit, s.at[unit], False) < _G["overrun"]
