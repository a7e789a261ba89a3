"""The `greedy` AI for Enemy Action: it looks only at the position as its side may know it, and always gives the same answer to the same
position.

`weights` are its numbers (data/greedy.toml); `worth` says what units are worth, `fights` what a fight promises, `fields` and `scene` what
each side wants and how far it is, `line` how well units bar the way; `moves`, `attacks` and `plans` find out what an activation is good
for, `commands` which card to play; `tactics`, `results`, `reserves`, `reactions` and `engineers` answer the other questions.
"""

from __future__ import annotations

from typing import Any

from ardennes.core.advice import advice_by_frame
from ardennes.core.state import Frame
from ardennes.games.enemy_action.activation import Entrench
from ardennes.games.enemy_action.advance import Advance, AdvanceUnit
from ardennes.games.enemy_action.cards import NoFuel, ShowPriority
from ardennes.games.enemy_action.combat import Combat, Plan
from ardennes.games.enemy_action.events import (
    AirResupply,
    Alarm,
    Alert,
    BridgeWork,
    Hesitate,
    Landing,
    Recover,
    Withdraw,
)
from ardennes.games.enemy_action.greedy import engineers, reactions, reserves, results, tactics
from ardennes.games.enemy_action.greedy.commands import Commands
from ardennes.games.enemy_action.greedy.plans import Moving
from ardennes.games.enemy_action.hits import Absorb, Losses, More, Respond
from ardennes.games.enemy_action.impulse import Command, Impulse
from ardennes.games.enemy_action.moving import Crowded, Move, Movement
from ardennes.games.enemy_action.reactions import Demolition, Greif, PlaceRoadblocks, Roadblocks
from ardennes.games.enemy_action.replacements import Replace
from ardennes.games.enemy_action.reserves import Deploy
from ardennes.games.enemy_action.retreat import Penalty, Retreat
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.supply_phase import Builders, Interdict
from ardennes.games.enemy_action.tactics import AttackTactics, ChooseTactic, Coordinate, DefendTactics, Reinforce

Choice = tuple[str, Any]


class Greedy:
    """One player's adviser: it keeps the plan of an impulse from one question to the next."""

    def __init__(self) -> None:
        commands, moving = Commands(), Moving()
        self._advisers: dict[type[Frame], Any] = {
            Impulse: commands.impulse,
            Command: commands.command,
            Movement: moving.movement,
            Move: moving.move,
            Crowded: results.lose,
            Combat: tactics.combat,
            Plan: tactics.join,
            AttackTactics: tactics.attack_tactics,
            DefendTactics: tactics.defend_tactics,
            ChooseTactic: tactics.choose_tactic,
            Reinforce: tactics.reinforce,
            Coordinate: tactics.coordinate,
            More: tactics.more,
            Respond: results.respond,
            Retreat: results.retreat,
            Penalty: results.lose,
            Losses: results.lose,
            Absorb: results.absorb,
            Advance: results.advance,
            AdvanceUnit: results.advance_unit,
            Entrench: reserves.entrench,
            Deploy: reserves.deploy,
            Replace: reserves.replace,
            BridgeWork: engineers.bridge_work,
            Landing: reserves.land,
            AirResupply: reserves.resupply,
            Recover: reserves.recover,
            Alarm: reserves.alarm,
            Withdraw: reserves.withdraw,
            Alert: reserves.alert,
            Hesitate: reserves.hesitate,
            Roadblocks: reactions.roadblocks,
            PlaceRoadblocks: reactions.place_roadblocks,
            Demolition: reactions.blow,
            Greif: reactions.save_bridge,
            Builders: reactions.builders,
            Interdict: reactions.interdict,
            NoFuel: reactions.no_fuel,
            ShowPriority: reactions.show_priority,
        }

    def __call__(self, s: EnemyActionState) -> Choice:
        """One of the choices offered by a side's pending question (not a die roll)."""
        return advice_by_frame(s, self._advisers)
