"""Accounts through the API: only for finding your own games again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import httpx
import pytest

from ardennes.server.routes import COOKIE
from tests.machine import PATIENCE
from tests.server.desk import Desk, desk_on

PASSWORD = "correct horse"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with desk_on(request.param, request) as found:
        yield found


@pytest.fixture
def name() -> str:
    """A name that no other test has taken."""
    return f"Otto {secrets.token_hex(4)}"


def _browser(desk: Desk) -> httpx.Client:
    return httpx.Client(base_url=desk.url, timeout=PATIENCE)


def test_an_account_lists_the_games_of_its_seats(desk: Desk, name: str) -> None:
    with _browser(desk) as http:
        assert http.post("/api/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
        own = http.post("/api/tables", json={"game": "bulge"}).json()
        other = desk.create()
        assert (
            http.post("/api/table/claim", headers={"Authorization": f"Bearer {other['links']['allied']}"}).status_code
            == 204
        )
        account = http.get("/api/account").json()
    assert account["name"] == name
    assert {(row["token"], row["role"], row["your_turn"]) for row in account["tables"]} == {
        (own["token"], "german", True),
        (other["links"]["allied"], "allied", False),
    }
    assert desk.sit(own["token"]).table()["players"][0]["name"] == name


def test_users_log_in_and_out(desk: Desk, name: str) -> None:
    with _browser(desk) as http:
        http.post("/api/accounts", json={"name": name, "password": PASSWORD})
        kept = http.cookies[COOKIE]
        assert http.delete("/api/sessions").status_code == 204
        assert http.get("/api/account").status_code == 401
        http.cookies.set(COOKIE, kept)
        assert http.get("/api/account").status_code == 401, "an old session is of no use"
        http.cookies.clear()
        assert http.post("/api/sessions", json={"name": name, "password": PASSWORD}).status_code == 201
        assert http.get("/api/account").json()["name"] == name


def test_a_wrong_name_and_a_wrong_password_look_the_same(desk: Desk, name: str) -> None:
    with _browser(desk) as http:
        http.post("/api/accounts", json={"name": name, "password": PASSWORD})
        http.cookies.clear()
        wrong = [
            http.post("/api/sessions", json={"name": who, "password": password})
            for who, password in ((name, "x"), (name + "?", PASSWORD), ("", ""))
        ]
    assert {answer.status_code for answer in wrong} == {401}
    assert len({answer.text for answer in wrong}) == 1
    assert not any(answer.cookies for answer in wrong)


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("x" * 50, PASSWORD), ("A", "short"), ("\x00", PASSWORD), ("Otto", PASSWORD)]
)
def test_an_invalid_account_is_refused(desk: Desk, name: str, password: str) -> None:
    with _browser(desk) as http:
        http.post("/api/accounts", json={"name": "otto", "password": PASSWORD})
        answer = http.post("/api/accounts", json={"name": name, "password": password})
    assert answer.status_code == 422 and answer.json()["error"]["code"] == "bad_input"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(desk: Desk, name: str) -> None:
    with _browser(desk) as http:
        cookie = http.post("/api/accounts", json={"name": name, "password": PASSWORD}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/api" in cookie


def test_claiming_needs_an_account_and_a_seat(desk: Desk, name: str) -> None:
    german, _, watch = desk.pair()
    refused = german.post("/claim", status=401)["error"]
    assert (refused["code"], refused["message"]) == ("no_session", "sign in first")
    with _browser(desk) as http:
        http.post("/api/accounts", json={"name": name, "password": PASSWORD})
        assert http.post("/api/table/claim", headers=watch.headers).status_code == 403
