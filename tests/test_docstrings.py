"""The examples in docstrings run as written."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import ardennes

MODULES = ["ardennes", *(m.name for m in pkgutil.walk_packages(ardennes.__path__, "ardennes."))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_a_module_are_correct(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) >= 10
