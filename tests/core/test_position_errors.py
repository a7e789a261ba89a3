"""Positions with mistakes: one clear message with the place of the mistake, and never another error."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ardennes
from ardennes import BadInput, Match
from ardennes.core import plainfile
from ardennes.core.match import new_match
from ardennes.games import game_ids
from tests.core import walk
from tests.core.toy import TOY
from tests.core.walk import BULGE

TEXT = """\
ardennes: 1
game: bulge
turn: 5
weather: mist
units:
  us-7arm: '1010'
  us-2arm: '1109'
  de-1ss: '1009'
  de-2: '0910'
  de-116: eliminated
support: {german: 1}
interdiction:
  allied: ['0407']
phase: german-movement
"""
FRAMES = """\
frames:
- {frame: GameTurn, step: 5}
- {frame: Combat, side: german, after: false}
"""


def message(source: Any) -> str:
    with pytest.raises(BadInput) as caught:
        ardennes.load_position(source)
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    assert len(text) < 700
    return text


def in_file(tmp_path: Path, old: str, new: str) -> str:
    """The message for a file in which something is changed, without the folder."""
    assert old in TEXT
    path = tmp_path / "game.yaml"
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    return message(path).removeprefix(f"{tmp_path}/")


def test_the_position_is_valid_before_it_is_damaged() -> None:
    assert ardennes.load_position(TEXT).decision.side == "german"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("de-2:", "de-99:", "game.yaml:9: units.de-99: unknown unit 'de-99'"),
        ("de-2:", "5:", "game.yaml:9: units.5: unknown unit 5"),
        (
            "'0910'",
            "'9910'",
            "game.yaml:9: units.de-2: unknown hex '9910'; allowed: a hex on the board, or one of absent, due",
        ),
        ("'0910'", "9910", "game.yaml:9: units.de-2: unknown hex 9910"),
        ("'0910'", "true", "game.yaml:9: units.de-2: unknown hex True"),
        ("'0910'", "[a]", "game.yaml:9: units.de-2: unknown hex ['a']"),
        ("'0910'", "''", "game.yaml:9: units.de-2: unknown hex ''"),
        ("'0910'", "1009", "game.yaml:9: units.de-2: 1009 already holds de-1ss: one unit per hex (case 8.0)"),
        ("'0910'", "1010", "game.yaml:9: units.de-2: 1010 also holds the enemy unit us-7arm"),
        (
            "eliminated",
            "exited",
            "game.yaml:10: units.de-116: an exited unit must be German and have a designated exit",
        ),
        ("units:\n", "units: 5\nother:\n", "game.yaml:5: units: expected a mapping, not 5"),
        ("turn: 5", "turn: 0", "game.yaml:3: turn: 0 is not a game turn; allowed: 1 to 18"),
        ("turn: 5", "turn: five", "game.yaml:3: turn: expected a whole number, not 'five'"),
        ("turn: 5", "turn: 5.5", "game.yaml:3: turn: expected a whole number, not '5.5'"),
        ("turn: 5", "turn: true", "game.yaml:3: turn: expected a whole number, not True"),
        ("turn: 5", "turn: 9999999", "game.yaml:3: turn: 9999999 is too large"),
        ("turn: 5", "turn: " + "9" * 5000, "game.yaml:3: turn: expected a whole number, not '999"),
        ("turn: 5", "turn:", "game.yaml:3: turn: expected a whole number, not None"),
        ("mist", "fog", "game.yaml:4: weather: unknown weather 'fog'; allowed: overcast, mist, clear"),
        ("mist", "[mist]", "game.yaml:4: weather: expected text, not ['mist']"),
        ("weather:", "wether:", "game.yaml:4: wether: unknown entry; allowed: ardennes, game, scenario"),
        ("german-movement", "lunch", "game.yaml:14: phase: unknown phase 'lunch'; allowed: weather, air-missions"),
        ("german-movement", "[a]", "game.yaml:14: phase: unknown phase ['a']"),
        ("phase: german-movement", "released: true", "game.yaml:1: a position needs a phase; allowed: weather"),
        ("game: bulge", "game: waterloo", "game.yaml:2: game: a position needs the game it belongs to"),
        ("game: bulge", "game: [bulge]", "game.yaml:2: game: a position needs the game it belongs to"),
        ("ardennes: 1", "ardennes: 2", "game.yaml:1: this is not a position of Ardennes"),
        ("turn: 5", "scenario: other", "game.yaml:3: scenario: unknown scenario 'other' of bulge; allowed: campaign"),
        ("turn: 5", "options: {airdrop: 1}", "game.yaml:3: options: option airdrop of bulge cannot be 1"),
        ("turn: 5", "options: {snow: 1}", "game.yaml:3: options: unknown option 'snow' of bulge"),
        ("turn: 5", "options: 5", "game.yaml:3: options: expected a mapping, not 5"),
        ("turn: 5", "released: 1", "game.yaml:3: released: expected true or false, not 1"),
        ("{german: 1}", "{french: 1}", "game.yaml:11: support.french: unknown side 'french'; allowed: german, allied"),
        ("{german: 1}", "[1, 0]", "game.yaml:11: support: expected a mapping, not [1, 0]"),
        ("{german: 1}", "{german: -1}", "game.yaml:11: support.german: -1 missions are not possible"),
        ("{german: 1}", "{german: 999}", "game.yaml:11: support.german: 999 missions are not possible"),
        ("['0407']", "['9999']", "game.yaml:13: interdiction.allied.0: unknown hex '9999'"),
        ("['0407']", "'0407'", "game.yaml:13: interdiction.allied: expected a list of hex names, not '0407'"),
        ("['0407']", "['0106']", "game.yaml:13: interdiction.allied: there is no road in 0106 (case 7.2)"),
        ("turn: 5", "resupplied: [de-2]", "game.yaml:3: resupplied: de-2 is not an Allied unit on the map"),
        ("turn: 5", "resupplied: [us-9]", "game.yaml:3: resupplied: us-9 is not an Allied unit on the map"),
        ("turn: 5", "mechanized: [us-7arm]", "game.yaml:3: mechanized: us-7arm is not an Allied infantry"),
        ("turn: 5", "mechanized: [us-2, us-99, us-9, us-30, us-84]", "game.yaml:3: mechanized: there are 4 markers"),
        ("turn: 5", "counted: [de-2]", "game.yaml:3: counted: de-2 has not left the map"),
        ("turn: 5", "gate: {de-2: due}", "game.yaml:3: gate.de-2: unknown hex 'due'"),
        ("turn: 5", "resupply: -1", "game.yaml:3: resupply: -1 missions are not possible"),
        ("turn: 5", "result: {winner: french, points: 1}", "game.yaml:3: result.winner: unknown side 'french'"),
        ("turn: 5", "result: {winner: german}", "game.yaml:3: result.points: expected a whole number, not None"),
        ("turn: 5", "result: {points: 1, level: [a]}", "game.yaml:3: result.level: expected text, not ['a']"),
        ("turn: 5", 'result: {points: 1, level: "\\ud800"}', "game.yaml:3: result.level: expected text"),
        ("turn: 5", "result: {points: 1, who: german}", "game.yaml:3: result.who: a result has no 'who'"),
        ("turn: 5", "turn: 5\nturn: 6", "game.yaml:4: 'turn' appears twice"),
        ("de-2:", "de-1ss:", "game.yaml:9: 'de-1ss' appears twice"),
        ("turn: 5", "? [a]\n: 5", "game.yaml:3: a key must be text"),
        ("turn: 5", "turn: [5", "game.yaml:4: not YAML or JSON"),
        ("turn: 5", "turn: 5: 6", "game.yaml:3: not YAML or JSON: mapping values are not allowed here"),
        ("turn: 5", "turn: 'a", "game.yaml:6: not YAML or JSON"),
        ("turn: 5", "turn: 5\n---", "game.yaml:4: not YAML or JSON: but found another document"),
        ("turn: 5", "turn: \x01", "game.yaml:3: not YAML or JSON: a character that is not allowed in text"),
        ("turn: 5", "turn: !!int 5", "game.yaml:3: not YAML or JSON: tags (!) cannot be used"),
        ("turn: 5", "turn: !!python/object:os.system 5", "game.yaml:3: not YAML or JSON: tags (!) cannot be used"),
        ("turn: 5", "turn: &a 5", "game.yaml:3: not YAML or JSON: anchors and aliases"),
        ("turn: 5", "turn: *a", "game.yaml:3: not YAML or JSON: anchors and aliases"),
        ("turn: 5", "turn: @5", "game.yaml:3: not YAML or JSON"),
        ("turn: 5", 'turn: "\\UFFFFFFFF"', "game.yaml"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_line_and_field(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    assert in_file(tmp_path, old, new).startswith(expected)


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        ("frames: []\n", "position:14: frames: expected a list of frames"),
        ("frames: 5\n", "position:14: frames: expected a list of frames"),
        ("frames: [5]\n", "position:14: frames.0: expected a mapping, not 5"),
        (FRAMES + "- {frame: Lunch}\n", "position:17: frames.2: unknown frame 'Lunch'; allowed: "),
        (FRAMES + "- {frame: [a]}\n", "position:17: frames.2: unknown frame ['a']"),
        (FRAMES + "- {frame: Retreat}\n", "position:17: frames.2: frame Retreat needs the field 'unit'"),
        (FRAMES + "- {frame: Retreat, unit: de-2, x: 1}\n", "position:17: frames.2.x: frame Retreat has no field 'x'"),
        (FRAMES + "- {frame: Retreat, unit: de-99}\n", "position:17: frames.2.unit: unknown unit 'de-99'"),
        (
            FRAMES + "- {frame: Advance, units: [], hexes: []}\n- {frame: Retreat, unit: de-116}\n",
            "position:18: frames.3: de-116 is not on the map",
        ),
        (
            FRAMES + "- {frame: Advance, units: [], hexes: []}\n- {frame: Retreat, unit: null}\n",
            "position:18: frames.3: a unit is missing",
        ),
        (
            FRAMES + "- {frame: Retreat, unit: de-2}\n",
            "position:17: frames.2: Retreat cannot be asked on top of Combat",
        ),
        (
            FRAMES + "- {frame: Move, unit: de-2, mp: 5, entry: null, forced: false}\n",
            "position:17: frames.2: Move cannot be asked on top of Combat",
        ),
        (
            FRAMES + "- {frame: Roll, target: us-7arm, attackers: [], crt: primary, column: 3}\n",
            "position:17: frames.2: a fight needs attackers",
        ),
        (
            FRAMES + "- {frame: Roll, target: us-7arm, attackers: [de-1ss], crt: primary, column: 33}\n",
            "position:17: frames.2: columns are numbered 0 to 6",
        ),
        (
            FRAMES + "- {frame: Roll, target: us-7arm, attackers: [de-1ss], crt: tertiary, column: 3}\n",
            "position:17: frames.2: there is no table 'tertiary'; tables are primary, secondary",
        ),
        (
            FRAMES + "- {frame: Roll, target: de-2, attackers: [de-1ss], crt: primary, column: 3}\n",
            "position:17: frames.2: de-2 does not belong to the allied side",
        ),
        (
            FRAMES + "- {frame: Roll, target: us-2arm, attackers: [de-2], crt: primary, column: 3}\n",
            "position:17: frames.2: de-2 is not next to us-2arm",
        ),
        (
            "frames:\n- {frame: GameTurn, step: 5}\n- {frame: Combat, side: german, after: true}\n",
            "position:16: frames.1: in the phase german-combat-before-movement this frame must be Combat",
        ),
        ("frames: [{frame: GameTurn, step: 99}]\n", "position:14: frames.0: there is no step 99; allowed: 0 to 13"),
        ("frames: [{frame: GameTurn, step: -1}]\n", "position:14: frames.0: there is no step -1; allowed: 0 to 13"),
        ("frames: [{frame: Weather}]\n", "position:14: frames.0: Weather cannot be the first frame; that is GameTurn"),
        (
            "frames: [{frame: GameTurn, step: 6}, {frame: Movement, side: german},"
            " {frame: Move, unit: de-2, mp: 50, entry: null, forced: false}]\n",
            "position:14: frames.2: a unit moves with 1 to 5 MP",
        ),
        (
            "frames: [{frame: GameTurn, step: 6}, {frame: Movement, side: german},"
            " {frame: Move, unit: de-2, mp: 5, entry: '0101', forced: false}]\n",
            "position:14: frames.2: only a unit that is due can enter the map",
        ),
        (
            "frames: [{frame: GameTurn, step: 6}, {frame: Movement, side: german}, {frame: Landing, aim: '0910', throw: 1}]\n",
            "position:14: frames.2: there is no airdrop now",
        ),
        (
            "frames: [{frame: GameTurn, step: 2}, {frame: AirMissions, side: german, flown: [0, 0, 0, 0], hidden: [9]}]\n",
            "position:14: frames.1: the allied player assigns up to",
        ),
        (
            "frames: [{frame: GameTurn, step: 2}, {frame: AirMissions, side: allied, flown: [0, x], hidden: []}]\n",
            "position:14: frames.1.flown.1: expected a whole number, not 'x'",
        ),
    ],
)
def test_a_frame_that_does_not_fit_is_named(frames: str, expected: str) -> None:
    assert message(TEXT.replace("phase: german-movement\n", frames)).startswith(expected)


def test_the_last_turn_has_no_turn_after_it(tmp_path: Path) -> None:
    text = TEXT.replace("turn: 5", "turn: 18").replace("german-movement", "turn-end")
    assert message(text) == "position:14: phase: game turn 18 is the last: none comes after it"


def test_a_question_without_an_answer_is_the_files_mistake() -> None:
    surrounded = {"us-2": "1010", "de-1ss": "1009", "de-2": "0910", "de-26": "1110", "de-9": "1011", "de-116": "0909"}
    surrounded |= {"de-3pg": "1109", "de-15pg": "0911"}
    data = {
        "ardennes": 1,
        "game": "bulge",
        "units": surrounded,
        "frames": [
            {"frame": "GameTurn", "step": 5},
            {"frame": "Combat", "side": "german", "after": False},
            {"frame": "Advance", "units": [], "hexes": []},
            {"frame": "Retreat", "unit": "us-2"},
        ],
    }
    assert message(data).startswith("position: frames: this does not fit the rest of the position: nothing can be done")


def test_a_position_that_is_neither_file_nor_text_nor_mapping_is_refused(tmp_path: Path) -> None:
    assert message(tmp_path / "no.yaml").endswith("no.yaml: cannot read: No such file or directory")
    assert "cannot read: Is a directory" in message(tmp_path)
    assert "this is not a file name" in message("a\0b")
    assert message("- a\n- b\n") == "position: a position must be a mapping"
    needed = "a position needs the game it belongs to under 'game'"
    assert message("{}") == f"position: {needed}; allowed: {', '.join(game_ids())}"
    assert message("\n") == "position: the file is empty"
    for source in (None, 5, ["a"]):
        assert message(source).startswith("a position must be a file, text or a mapping, not")
    binary = tmp_path / "game.yaml"
    binary.write_bytes(b"turn: \xff\xfe\n")
    assert message(binary).endswith("game.yaml: not a text file")
    binary.write_bytes(b"")
    assert message(binary).endswith("game.yaml: the file is empty")


def test_texts_that_would_take_forever_are_refused_at_once() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20)
    )
    assert "anchors and aliases" in message(bomb)
    assert "nested too deeply" in message("a: " + "[" * 1500 + "]" * 1500 + "\n")
    assert "nested too deeply" in message("{" + '"a": {' * 1500)


def test_a_mistake_in_json_text_is_named_with_its_line() -> None:
    data = ardennes.load_position(TEXT).position()
    data["units"]["de-2"] = "9999"
    text = json.dumps(data, indent=1)
    line = next(n for n, row in enumerate(text.splitlines(), start=1) if "9999" in row)
    assert message(text).startswith(f"position:{line}: units.de-2: unknown hex '9999'")


def test_the_games_own_checks_are_named_too() -> None:
    start: dict[str, Any] = {"ardennes": 1, "frames": [{"frame": "Toss", "side": "red", "thrown": []}]}
    with pytest.raises(BadInput, match=r"position: frames\.0: Toss cannot be the first frame"):
        new_match(TOY, position=start)
    start["frames"] = [{"frame": "Turn", "side": "red"}, {"frame": "Toss", "side": "red", "thrown": [1, 1, 1, 1]}]
    with pytest.raises(BadInput, match=r"position: frames\.1: too often"):
        new_match(TOY, position=start)


# --- anything at all ---------------------------------------------------------------------------------------------------------------------

UNIT_NAMES = sorted(BULGE.unit_names.index)
HEX_NAMES = sorted(BULGE.place_names.index)
FRAME_NAMES = [frame.__name__ for frame in BULGE.frame_types]
VALUES = st.one_of(
    st.sampled_from([None, True, False, 0, 1, -1, 2, 3, 4, 5, 7, 18, 19, 99, -99, 10**6, 10**30, 10**5000]),
    st.sampled_from(
        ["", "x", "german", "allied", "due", "eliminated", "exited", "absent", "primary", "mist", "clear", "\ud800"]
    ),
    st.sampled_from([[], {}, [[]], {"a": 1}, [0, 0, 0, 0], [2, 0, 0, 0], [-1, 0, 0, 1], b"x", 1.5]),
    st.sampled_from(UNIT_NAMES),
    st.sampled_from(HEX_NAMES),
    st.sampled_from(FRAME_NAMES),
    st.sampled_from(list(BULGE.phases)),
    st.lists(st.sampled_from(UNIT_NAMES), max_size=9),
    st.lists(st.sampled_from(HEX_NAMES), max_size=4),
).map(deepcopy)
KEYS = st.sampled_from(
    [*UNIT_NAMES[:5], "german", "allied", "turn", "vp", "frame", "unit", "result", "moved", "gate", "phase", "x", 5]
)


def _spots(data: Any) -> list[tuple[Any, Any]]:
    """Every container in plain data with every key or index in it."""
    found: list[tuple[Any, Any]] = []
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(pairs):
        found.append((data, key))
        found += _spots(value)
    return found


def _like(value: Any) -> st.SearchStrategy[Any]:
    """Something of the same kind."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(value - 3, value + 3)
    for names in (UNIT_NAMES, [*HEX_NAMES, *BULGE.boxes], FRAME_NAMES, list(BULGE.phases), list(BULGE.sides)):
        if isinstance(value, str) and value in names:
            return st.sampled_from(names)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return st.lists(_like(value[0]), max_size=7)
    return VALUES


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Any]:
    """A position in which something is replaced, removed, duplicated, swapped or added."""
    data = deepcopy(walk.situations()[draw(st.integers(0, len(walk.situations()) - 1))])
    for _ in range(draw(st.integers(1, 3))):
        spots = [s for s in _spots(data) if s[1] != "ardennes"]
        in_frames = _spots(data.get("frames", []))
        of_stack = draw(st.booleans())
        if in_frames and of_stack:
            spots = in_frames
        holder, key = spots[draw(st.integers(0, len(spots) - 1))]
        match draw(st.sampled_from(["like", "like", "like", "set", "delete", "copy", "add", "repeat"])):
            case "like":
                holder[key] = draw(_like(holder[key]))
            case "set":
                holder[key] = draw(VALUES)
            case "delete":
                del holder[key]
            case "copy":
                other, place = spots[draw(st.integers(0, len(spots) - 1))]
                holder[key] = deepcopy(other[place])
            case "add" if isinstance(holder, dict):
                holder[draw(KEYS)] = draw(VALUES)
            case _:
                if isinstance(holder, list):
                    holder.insert(key, deepcopy(holder[key]))
    return data


def _plays(match: Match, rng: random.Random) -> None:
    """Whatever could be loaded can be played, looked at, explained, written and recorded."""
    for n in range(50):
        if match.result is not None:
            break
        if n % 10 == 0:
            match.preview()
            for side in (None, "german", "allied"):
                match.view(side)
        walk.step(match, rng)
    assert match.state.digest()
    assert ardennes.load_position(match.position(), chance="manual").state == match.state
    assert match.log is not None
    again = ardennes.Record.parse("".join(line + "\n" for line in match.record.lines(with_seed=True)).encode())
    assert ardennes.replay(again).state == match.state


@settings(max_examples=500)
@given(spoilt(), st.integers(0, 10**6))
def test_any_damaged_position_is_refused_or_can_be_played(data: dict[str, Any], seed: int) -> None:
    before = deepcopy(data)
    try:
        match = ardennes.load_position(data, seed=seed)
    except BadInput as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 900
    else:
        _plays(match, random.Random(seed))
    assert data == before or "nan" in repr(data)


@settings(max_examples=150)
@given(st.data())
def test_any_damaged_text_is_refused_or_can_be_played(data: st.DataObject) -> None:
    text = TEXT.replace("phase: german-movement\n", FRAMES) if data.draw(st.booleans()) else TEXT
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        to = at + data.draw(st.sampled_from([0, 0, 1, 1, 2, 30]))
        text = (
            text[:at]
            + data.draw(st.sampled_from(["", "", *"\n\t :-#{}[]'\"&*!|>%@`,?0x~\x00", "\ud800", "\n  "]))
            + text[to:]
        )
    try:
        match = ardennes.load_position(text + "\n", seed=1)
    except BadInput as error:
        assert len(str(error).splitlines()) == 1
    else:
        _plays(match, random.Random(1))


@given(st.text(max_size=60))
def test_any_text_gives_plain_data_or_a_clear_error(text: str) -> None:
    try:
        plainfile.parse(text, "here")
    except BadInput as error:
        assert len(str(error).splitlines()) == 1
        assert str(error).startswith("here")
