"""Several hundred complete games with every promise checked (the counts are in the summary), and that the checks can fail."""

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
from ardennes.games import find
from ardennes.games.bulge import Bulge
from ardennes.lab import fuzz
from ardennes.lab.checks import Broken, Counts, Run
from ardennes.lab.fuzz import BATCH, asking_frames, fuzz_batch, main, missing_frames

GAME = "bulge"
BATCHES = 8
assert BATCHES * BATCH >= 300


@pytest.mark.parametrize("batch", range(BATCHES))
def test_fuzz(
    batch: int,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
    record_property: Callable[[str, object], None],
) -> None:
    counts, failures = fuzz_batch(GAME, "test", BATCH, 0.0, batch)
    assert not failures, (
        f"{[f.message for f in failures]}; python -m ardennes.lab.fuzz --game {GAME} --seed test --batch {batch}"
    )
    assert counts.games == BATCH
    assert counts.dead_ends == counts.accepted_not_offered == 0
    assert counts.choices > 3000
    assert counts.refusals > 5000
    assert counts.clones > 2000
    assert min(counts.views, counts.imagined, counts.positions, counts.undos, counts.undos_refused) > 30
    assert counts.replays >= 2 * BATCH
    assert max(counts.endings) == find(GAME).scenarios[0].turns, "no game lasted to the last turn"
    for line in all_in(counts, batch, tmp_path_factory.getbasetemp(), worker_id):
        record_property("summary", line)


def all_in(counts: Counts, batch: int, folder: Path, worker: str) -> list[str]:
    """Add the counts of all processes; whoever is last looks at the sum."""
    folder = folder if worker == "master" else folder.parent
    (folder / f"fuzz-{batch}.part").write_text(json.dumps(counts.plain()))
    (folder / f"fuzz-{batch}.part").rename(folder / f"fuzz-{batch}.json")
    files = list(folder.glob("fuzz-*.json"))
    if len(files) < BATCHES:
        return []
    total = Counts()
    for file in files:
        data = json.loads(file.read_text())
        values: Any = {key: counted(value) if isinstance(value, dict) else value for key, value in data.items()}
        total.add(Counts(**values))
    assert missing_frames(find(GAME), total) == []
    assert total.games >= 300
    assert total.refusals > 50_000
    return total.lines()


def counted(plain: dict[str, int]) -> Counter[Any]:
    """A counter that went through JSON, where every key is a text."""
    return Counter({int(key) if key.isdigit() else key: n for key, n in plain.items()})


@pytest.fixture
def worker_id(request: pytest.FixtureRequest) -> str:
    """Which process of xdist this is; `master` without it."""
    return str(getattr(request.config, "workerinput", {}).get("workerid", "master"))


def test_every_frame_that_can_ask_is_known() -> None:
    names = asking_frames(find(GAME))
    assert {"Combat", "Move", "Roll", "Landing"} <= set(names)
    assert not {"GameTurn", "Victory", "TurnEnd"} & set(names)


# --- the checks can fail -----------------------------------------------------------------------------------------------------------------


def one_game(seed: str = "1", manual: bool = True) -> Counts:
    """A random game from the set-up, checked."""
    game = find(GAME)
    counts = Counts()
    match = new_match(game, seed=seed, chance="manual" if manual else "seed")
    Run(game, match, counts, random.Random(seed), dict.fromkeys(game.sides, 1.0), manual).play()
    return counts


def test_a_sound_game_passes() -> None:
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


def forgetful(game: Any, s: Any, scenario: str, options: dict[str, Any]) -> dict[str, Any]:
    from ardennes.core.position import state_to_plain

    out = state_to_plain(game, s, scenario, options)
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
    ("a position forgets something", "ardennes.core.match", "state_to_plain", forgetful),
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
    assert main(["--games", "3", "--jobs", "1", "--seed", "x", "--out", str(tmp_path)]) == 0
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
