"""After the game: the choices that cost most, found in the programs' processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ardennes.players.review import Deed, Mistake
from ardennes.server import models, reviews
from tests.machine import wait_until
from tests.server.desk import Data, Desk, Person, open_desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('review')}/games.db") as found:
        yield found


def done(person: Person) -> Data:
    """Wait until the review is done."""
    found: Data = {}

    def it_is() -> bool:
        found.update(person.get("/review"))
        models.Review.model_validate(found)
        assert not found["failed"]
        return found["choices"] is not None

    wait_until(it_is, "the review is never done")
    return found


def test_the_costliest_choice_is_found_with_its_moment(desk: Desk) -> None:
    german = desk.sit(desk.create(seats={"german": "human", "allied": "greedy"}, seed="1")["token"])
    assert german.post("/review", 403)["error"]["code"] == "not_over"
    german.choose("done")  # no attack at all on the first day
    german.post("/talk", say="resign")
    assert german.get("/review") == {"progress": None, "failed": False, "choices": None}
    started = german.post("/review")
    assert 0 <= started["progress"] <= 1
    found = done(german)
    assert found["progress"] == 1
    for one in found["choices"]:
        assert one["side"] == "german" and one["done"] == "End attacks" and one["better"].startswith("Attack ")
        assert one["loss"] >= 0.01 and one["moment"] == 0 and one["date"] == "16 Dec"
    assert german.post("/review") == found  # it is not looked for again


def test_each_role_sees_its_own_and_the_moments_of_its_replay(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    german, allied, watch = desk.pair(seed="1")
    german.choose("done")
    german.choose("done")
    german.post("/talk", say="resign")
    last = len(german.get("/moments")) - 1
    bad = Mistake(Deed(3, "german", (("done", None),)), 1, "End movement", "Move", 0.2)
    monkeypatch.setattr(reviews, "worst", lambda found: [bad])
    german.post("/review")
    (one,) = done(german)["choices"]
    assert one["moment"] == last > 0 and one["loss"] == 0.2
    assert allied.get("/review")["progress"] is None
    assert watch.post("/review", 403)["error"]["code"] == "not_yours"


def test_a_review_that_fails_says_so_and_can_be_started_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    german, *_ = desk.pair(seed="2")
    german.choose("done")
    german.post("/talk", say="resign")
    with monkeypatch.context() as patch:
        patch.setattr(reviews, "doubtful", lambda found: 1 / 0)
        german.post("/review")
        wait_until(lambda: german.get("/review")["failed"], "the review does not fail")
    german.post("/review")
    assert done(german)["progress"] == 1
