"""Plays hundreds of complete games with every check (the counts are in the summary), and shows that the checks can fail."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.core.decision import Decision, Refusal
from ardennes.core.errors import IllegalChoice
from ardennes.core.match import Match, new_match
from ardennes.core.record import Record
from ardennes.core.state import State
from ardennes.games import find, game_ids
from ardennes.games.bulge import Bulge
from ardennes.games.commander.sequence import Calendar
from ardennes.lab import fuzz
from ardennes.lab.checks import Broken, Run
from ardennes.lab.coverage import Counts, all_verbs, last_turn, missing, offered, verbs_of, watched
from ardennes.lab.fuzz import BATCH, ENOUGH, batch_size, enough, fuzz_batch, hunt, main
from ardennes.lab.table import random_options

GAME = "bulge"
"""For tests of the fuzz itself."""
BATCHES = ENOUGH // BATCH
"""Enough games of each game to have reached everything."""


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", game_ids())
def test_fuzz(
    game: str,
    batch: int,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
    record_property: Callable[[str, object], None],
) -> None:
    games = batch_size(find(game))
    counts, failures = fuzz_batch(game, "test", games, 0.0, batch)
    again = f"python -m ardennes.lab.fuzz --game {game} --seed test --batch {batch}"
    assert not failures, f"{[f.message for f in failures]}; {again}"
    assert counts.games == games
    assert counts.dead_ends == counts.accepted_not_offered == 0
    assert counts.choices > 3000
    assert counts.refusals > 5000
    assert counts.clones > (1000 if find(game).bulk == 1 else 300)
    assert min(counts.views, counts.imagined, counts.positions) > 30
    assert min(counts.undos, counts.undos_refused) > 30 * games // BATCH
    assert counts.replays >= 2 * games
    for line in all_in(game, counts, batch, tmp_path_factory.getbasetemp(), worker_id):
        record_property("summary", f"{game}: {line}")


def all_in(game: str, counts: Counts, batch: int, folder: Path, worker: str) -> list[str]:
    """Add up the counts of all processes; the last process checks the sum."""
    folder = folder if worker == "master" else folder.parent
    (folder / f"fuzz-{game}-{batch}.part").write_text(json.dumps(counts.plain()))
    (folder / f"fuzz-{game}-{batch}.part").rename(folder / f"fuzz-{game}-{batch}.json")
    files = list(folder.glob(f"fuzz-{game}-*.json"))
    if len(files) < BATCHES:
        return []
    total = Counts()
    for file in files:
        total.add(Counts.of_plain(json.loads(file.read_text())))
    assert total.games == enough(find(game))
    never = missing(find(game), total)
    assert not never, f"no game of {game} has reached: {', '.join(never)}"
    return total.lines()


@pytest.fixture
def worker_id(request: pytest.FixtureRequest) -> str:
    """Which process of xdist this is; `master` without it."""
    return str(getattr(request.config, "workerinput", {}).get("workerid", "master"))


# --- what there is to reach --------------------------------------------------------------------------------------------------------------


def test_every_verb_of_every_frame_is_known_and_fields_are_no_verbs() -> None:
    verbs = all_verbs(find("commander"))
    assert {"Move.space", "Move.sortie", "Move.exit", "Move.stay", "Battle.hits", "Turn.pass"} <= set(verbs)
    assert not {"Battle.attacker", "Battle.defender"} & set(verbs)  # numbers of hits in the frame
    assert verbs_of(Calendar) == []


def test_what_was_never_reached_is_named() -> None:
    game = find("commander")
    full = Counts()
    full.runs.update(frame.__name__ for frame in game.frame_types)
    full.verbs.update(all_verbs(game))
    full.endings.update(("campaign 13", "race 3"))
    assert missing(game, full) == []
    for counter, what, told in (
        (full.runs, "EndTurn", "EndTurn"),
        (full.verbs, "Move.exit", "Move.exit"),
        (full.endings, "race 3", "the last turn of race"),
    ):
        del counter[what]
        assert missing(game, full) == [told]
        counter[what] = 1


@pytest.mark.parametrize("game", game_ids())
def test_what_a_game_calls_too_rare_exists_and_has_a_reason(game: str) -> None:
    found = find(game)
    known = {frame.__name__ for frame in found.frame_types} | set(all_verbs(found))
    known |= {last_turn(scenario.id) for scenario in found.scenarios}
    assert set(found.too_rare) <= known
    assert all(len(reason) > 20 for reason in found.too_rare.values())


def test_what_is_too_rare_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("commander")
    counts = Counts()
    before = missing(game, counts)
    monkeypatch.setattr(type(game), "too_rare", {"Via": "a reason", "Move.exit": "another"})
    assert set(before) - set(missing(game, counts)) == {"Via"}
    counts.runs["Move"] = 1
    assert "Move.stay" in missing(game, counts) and "Move.exit" not in missing(game, counts)


def test_frames_that_ask_nothing_are_counted_while_watched_and_only_then() -> None:
    game = find("commander")
    before = [frame.__dict__.get("decide") for frame in game.frame_types]
    runs: Counter[str] = Counter()
    with watched(game, runs):
        ardennes.new("commander", seed=1)
    assert (runs["Calendar"], runs["SurpriseTurns"], runs["Turn"], runs["Evening"]) == (1, 1, 1, 0)
    ardennes.new("commander", seed=1)
    assert runs["Calendar"] == 1
    assert [frame.__dict__.get("decide") for frame in game.frame_types] == before


def test_a_hunt_finds_a_position_that_offers_a_missing_verb() -> None:
    game = find("commander")
    found = hunt(game, ["Commando.done"], random.Random(1))
    match = ardennes.load_position(found["Commando.done"])
    assert (type(match.state.stack[-1]).__name__, match.decision.choices["done"]) == ("Commando", [None])
    assert hunt(game, ["No.such"], random.Random(1), rounds=0) == {}


def test_enough_batches_have_a_deep_game_of_every_scenario_that_is_not_too_long() -> None:
    game = find("battles")
    within = [scenario.id for scenario in game.scenarios if last_turn(scenario.id) not in game.too_rare]
    assert len(game.scenarios) > len(within) > BATCHES  # one too long, and more than one in some batches
    slots = [fuzz._deep(game, batch, number) for batch in range(BATCHES) for number in range(batch_size(game))]
    assert sorted(filter(None, slots)) == sorted(within)
    assert [fuzz._deep(find("commander"), 3, number) for number in range(4)] == ["race", "", "", ""]


def test_a_hunt_in_long_games_looks_at_random_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("enemy_action")
    monkeypatch.setattr(type(game), "new_adviser", lambda self: None)
    wanted = ["Deploy.stack", "Retreat.hex"]
    found = hunt(game, wanted, random.Random(1))
    for verb in wanted:  # not only the first that comes up
        assert verb in offered(ardennes.load_position(found[verb]).state)


def test_everything_that_a_hunt_finds_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("commander")
    wanted = ["Commando.done", "Losses.unit"]
    found = {verb: hunt(game, [verb], random.Random(1))[verb] for verb in wanted}
    monkeypatch.setattr(fuzz, "hunt", lambda *_: found)
    monkeypatch.setattr(fuzz, "deep_game", lambda *_: [])
    monkeypatch.setattr(Run, "play", lambda self: None)
    counts, failures = fuzz_batch("commander", "hunt", 6, 0.0, 0)
    assert not failures
    assert all(counts.verbs[verb] for verb in wanted)


def test_what_was_never_done_comes_first() -> None:
    game = find("commander")
    match = ardennes.new("commander", seed=1)
    match.play("activate", "Dasburg")
    counts = Counts()
    run = Run(game, match, counts, random.Random(1), dict.fromkeys(game.sides, 1.0), False)
    counts.verbs["Moves.unit"] = 1
    assert run.pick() == ("done", None)


def test_a_run_that_never_reached_something_fails_and_says_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--game", "commander", "--games", "1", "--jobs", "1", "--out", str(tmp_path)]
    monkeypatch.setattr(fuzz, "deep_game", lambda *_: [])
    assert main(words) == 0  # too few games to judge
    assert "never reached: " in capsys.readouterr().out
    monkeypatch.setattr(fuzz, "ENOUGH", 1)
    assert main(words) == 1
    out = capsys.readouterr().out
    assert "the last turn of " in out and "Move.exit" in out and "BROKEN: 1" in out
    assert "exit 0, sortie" in out  # every verb with its count


# --- the checks can fail -----------------------------------------------------------------------------------------------------------------


def one_game(seed: str = "1", manual: bool = True) -> Counts:
    """A random game from the set-up, checked."""
    game = find(GAME)
    counts = Counts()
    match = new_match(game, seed=seed, chance="manual" if manual else "seed")
    Run(game, match, counts, random.Random(seed), dict.fromkeys(game.sides, 1.0), manual).play()
    return counts


def test_a_correct_game_passes() -> None:
    assert one_game().games == one_game(manual=False).games == 1


def blind(self: Decision, verb: str, raw: Any) -> bool:
    return verb in self.raw and raw != -1


def silent(self: Match, verb: str, argument: Any = None, *, by: str | None = None) -> Refusal | None:
    return None


def caseless(*_: Any) -> Refusal:
    return Refusal("99.9", "because")


def sharing(self: State) -> State:
    new = object.__new__(type(self))
    new.__dict__.update(self.__dict__)
    return new


def careless(self: Match, verb: str, argument: Any = None, *, by: str | None = None) -> None:
    """Changes the state, then refuses."""
    decision = self.state.decision
    raw = self.state.tables[verb].index.get(argument, -1) if verb in self.state.tables else argument
    if decision is not None and decision.offers(verb, raw) and by in (None, decision.side):
        self._take(decision.side, verb, argument, raw)
        return
    self.state.stack.append(self.state.stack[-1])
    raise IllegalChoice(verb, argument, "5.0", "because")


def telling(self: Bulge, s: Any, side: str | None) -> dict[str, Any]:
    return {"turn": {"number": 1}, "secret": repr(s.stack)}


def forgetful(game: Any, s: Any, *to: Any) -> dict[str, Any]:
    from ardennes.core.position import state_to_plain

    out = state_to_plain(game, s, *to)
    out.pop("turn", None)
    out.pop("moved", None)
    return out


def unfair(self: State, prompt: str, *cases: str, weights: Any = None, **choices: Any) -> Decision:
    return Decision("chance", prompt, choices, cases, self.tables, (0,) * 6)


def greedy_undo(self: Match, *, by: str | None = None) -> None:
    """Goes one choice too far."""
    done = self.record.choices()
    self.state = self.at(max(0, len(done) - 2)).state


FAULTS: list[tuple[str, Any, str, Callable[..., Any]]] = [
    ("accepts what is not offered", Decision, "offers", blind),
    ("explains nothing", Match, "explain", silent),
    ("cites a case that does not exist", "ardennes.core.match", "why_not", caseless),
    ("copies share their lists", find(GAME).state_type, "clone", sharing),
    ("a refusal changes something", Match, "play", careless),
    ("a position forgets something", "ardennes.core.readable", "state_to_plain", forgetful),
    ("dice without weight", State, "ask_chance", unfair),
    ("undo goes too far", Match, "undo", greedy_undo),
    ("invariants are broken", Bulge, "invariants", lambda self, s: ["broken"] if s.turn > 0 and s.attacked else []),
    ("nothing is offered", Decision, "count", lambda self: 0),
]


@pytest.mark.parametrize(("where", "name", "fault"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_faults_are_found(where: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(where, str):
        monkeypatch.setattr(f"{where}.{name}", fault)
    else:
        monkeypatch.setattr(where, name, fault)
    with pytest.raises((Broken, AssertionError, LookupError, AttributeError, TypeError)):
        for seed in range(4):
            one_game(str(seed))


def test_a_view_that_tells_secrets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {
        "ardennes": 1,
        "game": GAME,
        "turn": 8,
        "weather": "clear",
        "frames": [
            {"frame": "GameTurn", "step": 2},
            {"frame": "AirMissions", "side": "german", "flown": [0, 0, 0, 0], "hidden": [2, 1, 2, 1]},
        ],
        "units": {"de-1ss": "0907"},
    }
    game = find(GAME)
    match = ardennes.load_position(position, seed=1)
    run = Run(game, match, Counts(), random.Random(1), {}, False)
    for _ in range(5):
        run.check_views()
    monkeypatch.setattr(Bulge, "view", telling)
    with pytest.raises(Broken, match="can tell"):
        for _ in range(5):
            run.check_views()


def test_a_failing_game_is_saved_so_that_it_can_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "deep_game", lambda *_: [])
    monkeypatch.setattr(Bulge, "invariants", lambda self, s: ["something is wrong"] if s.attacked else [])
    code = main(["--game", GAME, "--games", "2", "--jobs", "1", "--out", str(tmp_path / "out")])
    told = capsys.readouterr()
    assert code == 1
    assert "something is wrong" in told.err
    assert "ardennes replay" in told.err
    assert "BROKEN" in told.out
    files = list((tmp_path / "out").glob("*.jsonl"))
    assert len(files) == 2
    for file in files:
        assert str(file) in told.err
        assert ardennes.replay(file).count == len(Record.load(file).choices())


def test_the_command_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "deep_game", lambda *_: [])
    assert main(["--game", GAME, "--games", "3", "--jobs", "1", "--seed", "x", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    for expected in (
        "games 3",
        "refused",
        "dead ends 0",
        "accepted though not offered 0",
        "Movement",
        "nothing broken",
    ):
        assert expected in out
    assert not list(tmp_path.iterdir())
    assert main(["--seconds", "0.01", "--jobs", "1", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert all(find(game).title in out for game in game_ids())  # no game named: all of them


@pytest.mark.parametrize("game", game_ids())
def test_random_options_fit_each_other_and_leave_out_no_value(game: str) -> None:
    found = find(game)
    for scenario in found.scenarios:
        rng = random.Random(f"options {game} {scenario.id}")
        drawn = [random_options(found, scenario.id, rng) for _ in range(300)]
        for option in found.options:
            if scenario.options is None or option.id in scenario.options:
                assert {options[option.id] for options in drawn} == set(option.values)
            else:
                assert {options[option.id] for options in drawn} == {option.default}
