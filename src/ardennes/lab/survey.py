"""Games of all scenarios of a game: who wins how often in each, beside what the designers expect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from ardennes.core.chance import new_seed
from ardennes.core.errors import brief
from ardennes.core.game import Game
from ardennes.core.wording import counted
from ardennes.games import find
from ardennes.lab.figures import rank_correlation
from ardennes.lab.simulate import ALL, Simulation, heading, percent, plain_table, simulate


@dataclass(slots=True)
class Survey:
    """Simulations of several scenarios of a game, one after the other."""

    game: Game
    parts: list[Simulation] = field(default_factory=list)

    def correlation(self) -> float | None:
        """The rank correlation of what the designers expect with the first side's share, over the scenarios of which they say something."""
        known = [
            (favour, part.share())
            for part in self.parts
            if part.rows and (favour := self.game.scenario(part.setup.scenario).favour) is not None
        ]
        return rank_correlation([favour for favour, _ in known], [share for _, share in known])

    def plain(self) -> dict[str, Any]:
        """The data written to a file."""
        lines = []
        for part in self.parts:
            scenario = self.game.scenario(part.setup.scenario)
            share = round(part.share(), 4)
            lines.append({**part.plain(), "share": share, "expected": scenario.expected, "favour": scenario.favour})
        return {"game": self.game.id, "scenario": ALL, "scenarios": lines, "rank_correlation": self.correlation()}


def simulate_all(
    game: str | Game,
    n: int,
    players: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Survey:
    """Play `n` games of every scenario, with the same seeds in each: each part is what `simulate` gives for that scenario."""
    found = game if isinstance(game, Game) else find(game if isinstance(game, str) else brief(game))
    for scenario in found.scenarios:
        found.with_defaults(options, scenario.id)  # refuse before anything is played
    seed = new_seed()[:8] if seed is None else seed
    out = Survey(found)
    for scenario in found.scenarios:
        before = sum(len(part.rows) for part in out.parts)

        def count(done: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done)

        out.parts.append(simulate(found, n, players, seed, jobs, scenario.id, options, count))
        if len(out.parts[-1].rows) < n:
            break
    return out


def show_all(survey: Survey, console: Console) -> None:
    """Print a table of all scenarios: who wins how often, and what the designers expect."""
    game = survey.game
    first = game.sides[0]
    setup, asked = survey.parts[0].setup, survey.parts[0].asked
    console.print(heading(game, setup, counted(len(game.scenarios), "scenario"), f"{counted(asked, 'game')} of each"))
    console.print()
    wins = [column for side in game.sides for column in (f"{side} %", "95 %")]
    table = plain_table("scenario", *wins, "draw %", f"{first} share")
    for part in survey.parts:
        summary = part.summary()["wins"]
        cells = []
        for side in game.sides:
            low, high = summary[side]["interval"]
            cells += [percent(summary[side]["share"] or 0), f"{percent(low)}–{percent(high)}"]
        drawn = percent(summary["draw"]["share"] or 0)
        table.add_row(part.setup.scenario, *cells, drawn, f"{100 * part.share():.1f}")
    console.print(table)
    console.print()
    ranked = any(scenario.favour is not None for scenario in game.scenarios)
    expects = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("scenario", "", "the designers expect", f"rank for {first}"):
        expects.add_column(column, justify="right" if column.startswith("rank") else "left")
    for scenario in game.scenarios:
        rank = "" if scenario.favour is None else str(scenario.favour)
        expects.add_row(scenario.id, scenario.title, scenario.expected, rank)
    console.print(expects)
    console.print()
    found = survey.correlation()
    if ranked:
        fits = "cannot be told" if found is None else f"{found:+.2f}"
        console.print(f"Rank correlation of the designers' ranking with the {first} share: {fits} (Spearman)")
        console.print()
    seconds = max(sum(part.seconds for part in survey.parts), 1e-9)
    choices = sum(part.choices for part in survey.parts)
    console.print(f"{choices / seconds:,.0f} decisions per second ({seconds:.1f} s)")
