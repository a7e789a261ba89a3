"""Limits and headers: sizes, rates, and what keeps a browser from doing what the page never needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ardennes.server.limits import KNOWN, Rate
from ardennes.server.page import NOT_BUILT, Page
from tests.server.desk import Desk, open_desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    url = f"sqlite:///{tmp_path_factory.mktemp('limits')}/games.db"
    with open_desk(url, login_rate=3, account_rate=2, table_rate=5, body_limit=10_000) as found:
        yield found


def test_a_request_that_is_too_large_is_refused(desk: Desk) -> None:
    answer = desk.http.post("/api/tables", json={"record": "x" * 20_000})
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


def test_a_request_that_hides_its_size_is_refused_as_well(desk: Desk) -> None:
    answer = desk.http.post("/api/tables", content=(b"x" * 1000 for _ in range(20)))
    assert answer.status_code == 413
    assert desk.http.get("/api/health").status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "times", "rate"),
    [
        ("/api/sessions", {"name": "x", "password": "y"}, 3, "logins"),
        ("/api/accounts", {"name": "x", "password": "short"}, 2, "accounts"),
        ("/api/tables", {"game": "bulge"}, 5, "new_tables"),
    ],
)
def test_expensive_requests_are_rate_limited(
    desk: Desk, path: str, body: dict[str, str], times: int, rate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(getattr(desk.context, rate), "_clock", lambda: now)  # however long the requests take
    statuses = [desk.http.post(path, json=body).status_code for _ in range(times)]
    assert 429 not in statuses
    answer = desk.http.post(path, json=body)
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "too_often"
    assert 1 <= int(answer.headers["retry-after"]) <= 60


def test_every_answer_has_the_headers_that_keep_the_browser_safe(desk: Desk) -> None:
    for path in ("/", "/nothing.js", "/g/x"):
        headers = desk.http.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "http" not in headers["content-security-policy"], "no third party at all"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_data_opened_as_a_document_may_do_nothing(desk: Desk) -> None:
    for path in ("/api/games", "/api/nothing", "/api/table"):
        headers = desk.http.get(path).headers
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers


def test_what_a_seat_sees_is_not_cached(desk: Desk) -> None:
    assert desk.http.get("/api/table", headers={"Authorization": "Bearer x"}).headers["cache-control"] == "no-store"


def test_other_methods_are_refused_in_the_same_form(desk: Desk) -> None:
    answer = desk.http.delete("/api/games")
    assert answer.status_code == 405
    assert answer.json()["error"]["message"]


def test_a_rate_fills_up_again() -> None:
    now = [0.0]
    rate = Rate(6, clock=lambda: now[0])
    assert [rate.wait("a") for _ in range(6)] == [0.0] * 6
    assert rate.wait("a") == pytest.approx(10.0)
    now[0] = 10.1
    assert rate.wait("a") == 0.0
    assert rate.wait("a") > 0
    now[0] = 10_000.0
    assert [rate.wait("a") == 0.0 for _ in range(7)] == [True] * 6 + [False]


def test_a_rate_remembers_only_so_many_addresses() -> None:
    rate = Rate(1)
    for number in range(KNOWN + 50):
        rate.wait(str(number))
    assert len(rate._left) == KNOWN


# --- the page ----------------------------------------------------------------------------------------------------------------------------


def test_a_page_that_is_not_built_says_how_to_build_it(desk: Desk, tmp_path: Path) -> None:
    built, desk.app.state.page = desk.app.state.page, Page(tmp_path)
    try:
        answer = desk.http.get("/")
        assert answer.status_code == 503 and NOT_BUILT in answer.text
        assert desk.http.get("/api/health").status_code == 200
    finally:
        desk.app.state.page = built


def test_the_page_is_served_with_its_files(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html>page</html>")
    (tmp_path / "assets" / "x-123.js").write_text("alert(1)")
    (tmp_path / "assets" / "x-123.js.gz").write_bytes(__import__("gzip").compress(b"alert(1)"))
    (tmp_path / "stamp.txt").write_text("x")
    (tmp_path.parent / "secret.txt").write_text("no")
    built, desk.app.state.page = desk.app.state.page, Page(tmp_path)
    try:
        for path in ("/", "/index.html", "/anything"):
            answer = desk.http.get(path)
            assert answer.text == "<html>page</html>" and answer.headers["cache-control"] == "no-cache"
        script = desk.http.get("/assets/x-123.js")
        assert script.text == "alert(1)" and "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip" and script.headers["content-type"].startswith(
            "text/javascript"
        )
        plain = desk.http.get("/assets/x-123.js", headers={"Accept-Encoding": "identity"})
        assert plain.text == "alert(1)" and "content-encoding" not in plain.headers
        for path in ("/assets/y.js", "/stamp.txt", "/../secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt"):
            raw = httpx.URL(desk.url, raw_path=path.encode())
            assert desk.http.get(raw).status_code in (404, 200)
            assert desk.http.get(raw).text != "no"
        assert desk.http.head("/").status_code == 200
    finally:
        desk.app.state.page = built
