"""The examples in docstrings run as written."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import ardennes

MODULES = ["ardennes", *(m.name for m in pkgutil.walk_packages(ardennes.__path__, "ardennes."))]


def test_the_examples_in_docstrings_are_correct() -> None:
    results = {name: doctest.testmod(import_module(name)) for name in MODULES}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) >= 10
