"""The `greedy` AI for Battles for the Ardennes: it looks only at the position as its side may know it, and always gives the same answer
to the same position.

`weights` are its numbers (data/greedy.toml); `worth` says what units are worth, `fights` what an attack promises, `field` and `scene` what
each side wants and how far it is; `moves` plans attacks and moves units, `combat` makes the attacks, `results` deals with what follows,
`engineers` with bridges, works and the modes of guns, `plots` with secrets and fuel.
"""

from __future__ import annotations

from typing import Any

from ardennes.core.advice import advice_by_frame
from ardennes.core.state import Frame
from ardennes.games.battles.advance import Advance, AdvanceTo
from ardennes.games.battles.artillery import ArtilleryMode
from ardennes.games.battles.bridges import BridgePhase, Demolish
from ardennes.games.battles.building import Build, Building
from ardennes.games.battles.combat import Combat, Plan
from ardennes.games.battles.dump_counters import MoveDump
from ardennes.games.battles.dumps import Fill, Pay, Petrol, PlotDumps
from ardennes.games.battles.fire import FinalFire, Intense, Points
from ardennes.games.battles.greedy import plots, results
from ardennes.games.battles.greedy.combat import Fighting
from ardennes.games.battles.greedy.engineers import Works
from ardennes.games.battles.greedy.moves import Moving
from ardennes.games.battles.greedy.results import Retreating
from ardennes.games.battles.greif import MoreTargets, PlotTargets
from ardennes.games.battles.moving import Move, Movement
from ardennes.games.battles.results import Losses
from ardennes.games.battles.retreat import Excess, Hold, Retreat
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.supply_phase import Shortage
from ardennes.games.battles.victory import ChoosePlan

Choice = tuple[str, Any]


class Greedy:
    """One player's adviser: it keeps the plan of a player-turn from one question to the next."""

    def __init__(self) -> None:
        moving = Moving()
        fighting, works, retreating = Fighting(moving), Works(moving), Retreating(moving)
        self._advisers: dict[type[Frame], Any] = {
            ChoosePlan: plots.choose_plan,
            PlotDumps: plots.plot_dumps,
            Fill: plots.fill,
            PlotTargets: plots.plot_targets,
            MoreTargets: plots.plot_targets,
            Shortage: plots.shortage,
            Petrol: plots.petrol,
            Pay: plots.pay,
            BridgePhase: works.bridge_phase,
            Demolish: works.demolish,
            Building: works.building,
            Build: works.build,
            ArtilleryMode: works.artillery,
            Movement: moving.movement,
            Move: moving.move,
            MoveDump: moving.move_dump,
            Combat: fighting.combat,
            Plan: fighting.plan,
            FinalFire: fighting.final_fire,
            Intense: fighting.intense,
            Points: fighting.points,
            Losses: results.lose,
            Excess: results.excess,
            Hold: retreating.hold,
            Retreat: retreating.retreat,
            Advance: retreating.advance,
            AdvanceTo: retreating.advance_to,
        }

    def __call__(self, s: BattlesState) -> Choice:
        """One of the choices offered by a side's pending question (not a die roll)."""
        return advice_by_frame(s, self._advisers)
