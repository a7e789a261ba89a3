"""The `greedy` AI for The Ardennes Offensive: looks only at the position, and always gives the same answer to the same position.

`worth` says what things are worth, `fights` rates attacks, `combat` chooses them from where the units are, `scene` knows what attracts each
side and where the enemy can strike, `moves` moves units, `results` deals with what follows a fight, `deploy` with set-up and arrivals.
"""

from __future__ import annotations

from typing import Any

from ardennes.core.advice import advice_by_frame
from ardennes.core.state import Frame
from ardennes.games.ardennes_offensive.combat import Combat, Plan
from ardennes.games.ardennes_offensive.fight import Odds, Waive
from ardennes.games.ardennes_offensive.greedy import combat, deploy, results
from ardennes.games.ardennes_offensive.greedy.combat import Fighting
from ardennes.games.ardennes_offensive.greedy.deploy import Deploying
from ardennes.games.ardennes_offensive.greedy.moves import Moving
from ardennes.games.ardennes_offensive.greedy.results import Advancing
from ardennes.games.ardennes_offensive.movement import Move
from ardennes.games.ardennes_offensive.movement_phase import Movement
from ardennes.games.ardennes_offensive.reinforcements import Detour, Drop
from ardennes.games.ardennes_offensive.results import Advance, AdvanceTo, Exchange
from ardennes.games.ardennes_offensive.retreat import Retreat, Retreats
from ardennes.games.ardennes_offensive.setup import SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState

Choice = tuple[str, Any]


class Greedy:
    """One player's adviser: it keeps the plans of a phase from one question to the next."""

    def __init__(self) -> None:
        moving, fighting, advancing = Moving(), Fighting(), Advancing()
        self._advisers: dict[type[Frame], Any] = {
            SetUp: Deploying().set_up,
            Detour: deploy.detour,
            Drop: deploy.drop,
            Movement: moving.movement,
            Move: moving.move,
            Combat: fighting.combat,
            Plan: fighting.plan,
            Waive: results.waive,
            Odds: combat.odds,
            Exchange: results.exchange,
            Retreats: results.retreats,
            Retreat: results.retreat,
            Advance: advancing.advance,
            AdvanceTo: advancing.advance_to,
        }

    def __call__(self, s: OffensiveState) -> Choice:
        """One of the choices offered by a side's pending question (not a die roll)."""
        return advice_by_frame(s, self._advisers)
