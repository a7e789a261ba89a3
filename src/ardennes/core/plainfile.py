"""Reading YAML or JSON text as plain data, with the line of every value for error messages.

Numbers with a leading zero stay text: `0907` is a hex, not an octal number.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import yaml

from ardennes.core.errors import BadInput, brief


class _Loader(yaml.SafeLoader):
    """YAML without surprises: true/false, decimal numbers, null; everything else is text. No tags, anchors or aliases: data that
    refers to itself is endless, and a few lines can expand to millions."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise yaml.composer.ComposerError(
                None, None, "anchors and aliases (& and *) cannot be used", event.start_mark
            )
        if getattr(event, "tag", None) is not None:
            raise yaml.composer.ComposerError(None, None, "tags (!) cannot be used", event.start_mark)
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]{0,17})$"), list("-+0123456789")
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|~|)$"), ["n", "~", ""])

Lines = dict[tuple[Any, ...], int]
"""Path of keys -> line number."""


def parse(text: str, where: str) -> tuple[Any, Lines]:
    """Plain data and the line of each value."""
    lines: Lines = {}
    if text.lstrip().startswith("{"):
        text = text.replace("\t", " ")  # JSON may be indented with tabs, YAML may not; JSON strings contain no raw tabs
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                raise BadInput("the file is empty", where=where)
            _check_keys(loader, node, (), lines, where)
            return loader.construct_document(node), lines
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        raise BadInput(f"not YAML or JSON: {error.problem}", where=f"{where}{line}") from None
    except yaml.reader.ReaderError as error:
        line = f":{text.count(chr(10), 0, error.position) + 1}"
        raise BadInput("not YAML or JSON: a character that is not allowed in text", where=f"{where}{line}") from None
    except yaml.YAMLError as error:
        raise BadInput(f"not YAML or JSON: {error}".splitlines()[0], where=where) from None
    except BadInput:
        raise
    except (ValueError, OverflowError):  # "\UFFFFFFFF"
        raise BadInput("not YAML or JSON: an escape code for a character that does not exist", where=where) from None
    except RecursionError:
        raise BadInput("nested too deeply", where=where) from None


def _check_keys(loader: _Loader, node: yaml.Node, path: tuple[Any, ...], lines: Lines, where: str) -> None:
    lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key_node, value_node in node.value:
            key = loader.construct_object(key_node)
            if not isinstance(key, str | int) or key in seen:
                problem = f"'{key}' appears twice" if isinstance(key, str | int) else "a key must be text"
                raise BadInput(problem, where=f"{where}:{key_node.start_mark.line + 1}")
            seen.add(key)
            _check_keys(loader, value_node, (*path, key), lines, where)
            lines[(*path, key)] = key_node.start_mark.line + 1
    elif isinstance(node, yaml.SequenceNode):
        for i, child in enumerate(node.value):
            _check_keys(loader, child, (*path, i), lines, where)


def file_path(path: object) -> Path:
    """The path of a file as somebody named it; BadInput if nothing can have that name."""
    if isinstance(path, str | os.PathLike):
        try:
            found = Path(path)
            if b"\0" not in os.fsencode(found):
                return found
        except (TypeError, ValueError):  # a path of bytes; a text with half a character
            pass
    raise BadInput("this is not a file name", where=brief(path))


def read(path: str | os.PathLike[str]) -> tuple[Any, Lines]:
    """Read a file as plain data."""
    try:
        text = file_path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot read: {error.strerror}", where=str(path)) from None
    except UnicodeDecodeError:
        raise BadInput("not a text file", where=str(path)) from None
    return parse(text, str(path))


class _Dumper(yaml.SafeDumper):
    """Quotes every string of digits, so that any YAML reader takes `'0907'` as text. Writes no aliases, since they are not read."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    style = "'" if value.isdigit() else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def dump(data: Any) -> str:
    """Plain data as YAML text."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=100)
