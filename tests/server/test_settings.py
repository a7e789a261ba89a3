from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.core.errors import BadInput
from ardennes.server.settings import Settings, Smtp

MAIL = {"ARDENNES_MAIL_FROM": "games@example.org", "ARDENNES_URL": "https://games.example.org/"}


def test_without_any_variable_games_go_into_the_users_own_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    settings = Settings.from_env({"XDG_DATA_HOME": "/data"})
    assert settings.database == "sqlite:////data/ardennes/games.db"
    assert settings.smtp is None and settings.pool == 10 and settings.robots == 0
    assert Settings.from_env({}).database == f"sqlite:///{Path.home()}/.local/share/ardennes/games.db"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("/srv/my games?.db", "sqlite:////srv/my games?.db"),
        ("sqlite:////srv/games.db", "sqlite:////srv/games.db"),
        ("postgres://ardennes@db/games", "postgresql://ardennes@db/games"),
        ("postgresql:///games?host=/run/postgresql", "postgresql:///games?host=/run/postgresql"),
    ],
)
def test_a_database_is_a_path_or_an_address(given: str, meant: str) -> None:
    assert Settings.from_env({"ARDENNES_DATABASE": given}).database == meant


def test_a_path_may_be_relative_or_begin_at_home() -> None:
    assert Settings.from_env({"ARDENNES_DATABASE": "x.db"}).database == f"sqlite:///{Path.cwd()}/x.db"
    assert Settings.from_env({"ARDENNES_DATABASE": "sqlite:///x.db"}).database == f"sqlite:///{Path.cwd()}/x.db"
    assert Settings.from_env({"ARDENNES_DATABASE": "~/x.db"}).database == f"sqlite:///{Path.home()}/x.db"


def test_mail_is_read_from_one_address() -> None:
    settings = Settings.from_env({**MAIL, "ARDENNES_SMTP": "smtp://me:p%40ss@mail.example.org"})
    assert settings.smtp == Smtp("mail.example.org", 587, "me", "p@ss")
    assert settings.url == "https://games.example.org"
    assert Settings.from_env({**MAIL, "ARDENNES_SMTP": "smtp://localhost"}).smtp == Smtp("localhost", 25)
    assert Settings.from_env({**MAIL, "ARDENNES_SMTP": "smtps://h"}).smtp == Smtp("h", 465, tls=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARDENNES_DATABASE", "mysql://db/games"),
        ("ARDENNES_DATABASE", "sqlite://games.db"),
        ("ARDENNES_DATABASE", ":memory:"),
        ("ARDENNES_DATABASE", "/tmp"),
        ("ARDENNES_DATABASE", "postgresql://db:port/games"),
        ("ARDENNES_POOL", "many"),
        ("ARDENNES_POOL", "0"),
        ("ARDENNES_OPEN_GAMES", "-3"),
        ("ARDENNES_ROBOTS", "9" * 30),
        ("ARDENNES_URL", "games.example.org"),
        ("ARDENNES_MAIL_FROM", "nobody"),
        ("ARDENNES_SMTP", "mail.example.org"),
        ("ARDENNES_SMTP", "smtp://h:port"),
        ("ARDENNES_SMTP", "smtp://"),
    ],
)
def test_a_bad_value_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(BadInput) as caught:
        Settings.from_env({**MAIL, name: value})
    assert str(caught.value).startswith(name) and "\n" not in str(caught.value)


def test_an_error_does_not_show_a_password() -> None:
    with pytest.raises(BadInput) as caught:
        Settings.from_env({**MAIL, "ARDENNES_SMTP": "http://me:s3cret@mail.example.org"})
    assert "s3cret" not in str(caught.value)


def test_mail_without_a_sender_is_refused() -> None:
    with pytest.raises(BadInput, match="ARDENNES_MAIL_FROM"):
        Settings.from_env({"ARDENNES_SMTP": "smtp://localhost"})
