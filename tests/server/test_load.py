"""A small version of the load test: it runs and reports its measurements. Times are not asserted: they depend on the machine."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.load import measure, quantile


def test_many_games_at_once(database_url: str, record_property: Callable[[str, object], None]) -> None:
    sqlite = database_url.startswith("sqlite")
    figures = measure(None if sqlite else database_url, games=200, seconds=8, pause=1.0)
    assert len(figures.created) >= 200 and len(figures.chosen) >= 200
    p50, p99 = (quantile(figures.chosen, part) for part in (0.5, 0.99))
    where = "SQLite" if sqlite else "PostgreSQL"
    record_property(
        "summary",
        f"load test, {where}: 200 games at once, {len(figures.chosen)} choices, p50 {p50:.1f} ms, p99 {p99:.1f} ms",
    )
