"""Which roads a board shows: the atlas's through-routes that its recipe asks for, as stretches of road."""

from __future__ import annotations

from itertools import pairwise

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.ground import Ground
from ardennes.atlas.net import Stretch, stretch

Run = tuple[int, list[Stretch]]
"""Class and stretches of a road without a gap."""


def board_routes(ground: Ground) -> list[Run]:
    """The routes of the board as stretches of road, in the order in which to lay them."""
    recipe, atlas = ground.recipe, ground.atlas
    lists = [(r.cls, list(r.nodes)) for r in atlas.routes if r.cls in recipe.road_classes]
    for piece in recipe.road_add:
        nodes = [_node(ground, "add", name) for name in piece]
        lists.append((recipe.road_add_class, _known_piece(ground, nodes)))
    gone = [tuple(_node(ground, "leave_out", name) for name in piece) for piece in recipe.road_leave_out]
    out = []
    for cls, nodes in lists:
        for piece_nodes in _without(nodes, gone):
            found = [stretch(atlas, a, b) for a, b in pairwise(piece_nodes)]
            out += [(cls, run) for run in _unbroken(found)]
    return sorted(out, key=lambda item: (item[0], -round(sum(s.length_km for s in item[1]), 3), item[1][0].a))


def _node(ground: Ground, key: str, name: str) -> str:
    """The node of the road network that a name in the recipe refers to."""
    town = ground.atlas.town(name)
    node = town.id if town is not None else name
    if town is None and not any(node in (r.a, r.b) for r in ground.atlas.roads):
        raise BadAtlas(
            f"{ground.recipe.where}: roads.{key} names {name!r}, which is not a town or junction in the atlas"
        )
    return node


def _known_piece(ground: Ground, nodes: list[str]) -> list[str]:
    """The piece of a route between two nodes, if a route has both; otherwise the nodes as given."""
    if len(nodes) == 2:
        for route in ground.atlas.routes:
            if nodes[0] in route.nodes and nodes[1] in route.nodes:
                i, j = sorted((route.nodes.index(nodes[0]), route.nodes.index(nodes[1])))
                return list(route.nodes[i : j + 1])
    return nodes


def _without(nodes: list[str], gone: list[tuple[str, ...]]) -> list[list[str]]:
    """A route, split where a piece between two nodes is left out."""
    cut: set[int] = set()
    for piece in gone:
        if piece[0] in nodes and piece[-1] in nodes:
            i, j = sorted((nodes.index(piece[0]), nodes.index(piece[-1])))
            cut.update(range(i, j))
    out: list[list[str]] = [[nodes[0]]]
    for i, node in enumerate(nodes[1:]):
        if i in cut:
            out.append([node])
        else:
            out[-1].append(node)
    return [piece for piece in out if len(piece) > 1]


def _unbroken(found: list[Stretch | None]) -> list[list[Stretch]]:
    out: list[list[Stretch]] = [[]]
    for s in found:
        if s is None:
            out.append([])
        else:
            out[-1].append(s)
    return [run for run in out if run]
