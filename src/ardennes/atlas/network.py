"""The network checker: whether a compiled board is playable.

`check_network` looks only at what is in the board file and at what the recipe promises ([[start]], [network], [[places]], [[corrections]]),
so it also finds errors introduced by a correction. It works on hex boards and area boards; checks that make no sense
for a board are skipped. Each check is one function that returns rows for the table of `ardennes atlas check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Protocol

from ardennes.atlas.checkboard import Corner, Data, Net, all_along, hexes, listed, pieces_of, plain, words
from ardennes.atlas.table import Row, found
from ardennes.core.wording import counted

COMPASS = ("north", "east", "south", "west")


class HasData(Protocol):
    """A recipe; only its raw data are needed here."""

    @property
    def data(self) -> Data: ...


def check_network(board: Data, recipe: HasData) -> list[Row]:
    """Every check of a compiled board, in the order of the table."""
    net = Net(board)
    data = recipe.data
    checks: tuple[Callable[[Net, Data], Iterable[Row]], ...] = (
        _ground,
        _towns,
        _roads_off,
        _exits,
        _road_net,
        _road_ground,
        _bridges,
        _rivers,
        _encircled,
        _front,
        _starts,
        _corrections,
        _named_places,
    )
    return [row for check in checks for row in check(net, data)]


# --- ground and towns --------------------------------------------------------------------------------------------------------------------


def _ground(net: Net, data: Data) -> Iterator[Row]:
    wrong = []
    for place, what in net.places.items():
        codes = what.get("terrain", [])
        if not codes:
            wrong.append(f"{place} has no terrain")
        wrong += [f"{place}: '{code}' is not in the legend" for code in codes if net.legend and code not in net.legend]
    yield found("terrain", counted(len(net.places), "place"), wrong)
    open_ground = [place for place in net.places if not net.is_closed(place)]
    pieces = list(pieces_of(open_ground, lambda p: [q for q in net.neighbours[p] if not net.is_closed(q)]))
    lost = [piece[0] for piece in sorted(pieces, key=len)[:-1]]
    yield found(
        "open ground", counted(len(open_ground), "place"), [f"{place} is cut off by closed ground" for place in lost]
    )


def _towns(net: Net, data: Data) -> Iterator[Row]:
    seen: dict[str, str] = {}
    wrong = []
    off_road = []
    for place, what in sorted(net.places.items()):
        town = what.get("town")
        if not town:
            continue
        if town in seen and not (net.hex is None or place in net.neighbours[seen[town]]):
            wrong.append(f"{town} in {seen[town]} and in {place}")
        seen.setdefault(town, place)
        if net.hex is not None and int(what.get("size", 1)) >= 2 and place not in net.roads:
            off_road.append(f"{town} {place}")
    remark = f"without a road: {', '.join(off_road)}" if off_road else ""
    yield found("towns", counted(len(seen), "town"), wrong, remark)


# --- roads -------------------------------------------------------------------------------------------------------------------------------


def _roads_off(net: Net, data: Data) -> Iterator[Row]:
    wrong = []
    count = dict.fromkeys(COMPASS, 0)
    for place, what in sorted(net.places.items()):
        for edge in words(what.get("road_off")):
            if edge not in count:
                wrong.append(f"{place}: '{edge}' is not an edge")
                continue
            count[edge] += 1
            if place not in net.roads:
                wrong.append(f"{place} leads off {edge} without a road")
            if net.hex is not None and not net.on_edge(place, edge):
                wrong.append(f"{place} is not on the {edge} edge")
    value = ", ".join(f"{n} {edge}" for edge, n in count.items() if n) or "none"
    yield found("roads off the map", value, wrong)
    if net.hex is None:
        return
    allowed = {net.name(hex_) for hex_, _ in listed(data.get("network", {}).get("dead_ends", []))}
    allowed |= {net.name(pin["dead_end"]) for pin in data.get("pins", []) if pin.get("dead_end")}
    stops = [
        f"{place} stops at the edge"
        for place, others in sorted(net.roads.items())
        if len(others) == 1
        and not net.is_out(place)
        and net.missing(place)
        and not any(net.places[place].get(word) for word in ("road_off", "exit", "town", "also", "entry"))
        and place not in allowed
    ]
    yield found("roads that stop at the edge", str(len(stops)), stops)


def _exits(net: Net, data: Data) -> Iterator[Row]:
    exits = [place for place, what in sorted(net.places.items()) if what.get("exit") is not None]
    if not exits:
        return
    need_road = bool(data.get("network", {}).get("exits_need_road", False))
    wrong = []
    for place in exits:
        if net.hex is not None and not net.missing(place):
            wrong.append(f"{place} is not on the edge of the map")
        if need_road and place not in net.roads:
            wrong.append(f"{place} has no road")
        if net.is_closed(place):
            wrong.append(f"{place} is closed ground")
    yield found("exits", counted(len(exits), "exit"), wrong)


def _road_net(net: Net, data: Data) -> Iterator[Row]:
    pieces = sorted(pieces_of(sorted(net.roads), lambda p: net.roads[p]), key=lambda piece: (-len(piece), piece[0]))
    islands = {net.name(hex_): why for hex_, why in listed(data.get("network", {}).get("islands", []))}
    wrong = [
        f"not connected to the rest: {counted(len(piece), 'place')} with a road around {piece[0]}"
        for piece in pieces[1:]
        if not any(place in islands for place in piece)
    ]
    wrong += [
        f"island {place} is connected to the rest" for place in sorted(islands) if pieces and place in set(pieces[0])
    ]
    sides = sum(1 for what in net.sides.values() if what.get("road"))
    value = f"{counted(sides, 'side')} in {counted(len(pieces), 'piece')}"
    remark = "; ".join(f"{place}: {why}" for place, why in sorted(islands.items()) if why)
    yield found("road network", value, wrong, remark)


def _road_ground(net: Net, data: Data) -> Iterator[Row]:
    wrong = [f"{place} is closed ground" for place in sorted(net.roads) if net.is_closed(place)]
    wrong += [
        f"{a}-{b}: a road along the rim of the map"
        for (a, b), what in sorted(net.sides.items())
        if what.get("road") and net.is_out(a) and net.is_out(b)
    ]
    triangles = 0
    if net.hex is not None:
        for a in sorted(net.roads):
            for b in net.roads[a]:
                triangles += sum(1 for c in net.roads[b] if a < b < c and c in net.roads[a])
    yield found(
        "ground under roads",
        counted(len(net.roads), "place"),
        wrong,
        counted(triangles, "triangle") if triangles else "",
    )


def _bridges(net: Net, data: Data) -> Iterator[Row]:
    wrong = []
    count = 0
    for (a, b), what in sorted(net.sides.items()):
        crossing = bool(what.get("road")) and bool(what.get("river") or what.get("ford"))
        count += bool(what.get("bridge"))
        if crossing and not what.get("bridge"):
            wrong.append(f"{a}-{b}: the road crosses the {what.get('river') or what.get('ford')} without a bridge")
        if what.get("bridge") and not crossing:
            wrong.append(f"{a}-{b}: a bridge without a {'river' if what.get('road') else 'road'}")
    yield found("bridges", counted(count, "bridge"), wrong)


# --- rivers and the front ----------------------------------------------------------------------------------------------------------------


def _rivers(net: Net, data: Data) -> Iterator[Row]:
    by_name: dict[str, list[tuple[str, str]]] = {}
    for (a, b), what in net.sides.items():
        for name in {what.get("river"), what.get("ford")} - {None}:
            by_name.setdefault(str(name), []).append((a, b))
    total = sum(len(sides) for sides in by_name.values())
    value = f"{counted(len(by_name), 'river')}, {counted(total, 'side')}"
    if net.hex is None:
        yield Row("rivers", value, True)
        return
    corners = {name: [net.ends(a, b) for a, b in sides] for name, sides in by_name.items()}
    inner = net.inner_corners()
    excused = {corner for a, b in _water_corrections(net, data) for corner in net.ends(a, b)}
    wrong = []
    for name, lines in sorted(corners.items()):
        others = {c for other, ends in corners.items() if other != name for pair in ends for c in pair}
        wrong += [f"{name} {fault}" for fault in _chain_faults(lines, inner, others | excused)]
    yield found("rivers", value, wrong)


def _chain_faults(lines: list[tuple[Corner, Corner]], inner: set[Corner], joins: set[Corner]) -> list[str]:
    """What is wrong with a river's lines: forks, loops, and more than one end that is not a source, a mouth or the map edge."""
    at: dict[Corner, list[Corner]] = {}
    for a, b in lines:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    out = []
    forks = sum(1 for others in at.values() if len(others) > 2)
    if forks:
        out.append(f"forks {counted(forks, 'time')}")
    rings = sum(
        1 for piece in pieces_of(sorted(at), lambda c: at[c]) if sum(len(at[c]) for c in piece) // 2 >= len(piece)
    )
    if rings:
        out.append("runs in a loop")
    free = [c for c, others in at.items() if len(others) == 1 and c in inner and c not in joins]
    if len(free) > 1:
        out.append(f"is broken: {counted(len(free), 'loose end')}")
    return out


def _water_corrections(net: Net, data: Data) -> Iterator[tuple[str, str]]:
    """Sides whose water the recipe sets or removes by hand: there a river may legitimately begin or end."""
    for entry in (*data.get("corrections", []), *data.get("pins", [])):
        touched = {*entry.get("set", {}), *entry.get("unset", []), *entry}
        if not touched & {"river", "ford", "no_river"}:
            continue
        for a, b in _sides_of(net, entry):
            if b in net.neighbours.get(a, ()):
                yield a, b


def _encircled(net: Net, data: Data) -> Iterator[Row]:
    wrong = []
    for place in sorted(net.in_play()):
        others = net.neighbours[place]
        if net.is_closed(place) or not others or not all(net.water(place, other) for other in others):
            continue
        if (net.hex is not None and len(others) == 6) or not any(
            net.side(place, other).get("bridge") for other in others
        ):
            wrong.append(f"{place} has water on every side")
    yield found("islands in rivers", str(len(wrong)), wrong)


def _front(net: Net, data: Data) -> Iterator[Row]:
    sides = [pair for pair, what in net.sides.items() if what.get("front")]
    holders = {place: net.places[place].get("front") for place in net.in_play()}
    if not sides and not any(holders.values()):
        return
    wrong = [f"{place} is on neither side" for place, holder in sorted(holders.items()) if not holder and net.hex]
    wrong += [
        f"{place}: unknown side '{h}'" for place, h in sorted(holders.items()) if h and h not in ("german", "allied")
    ]
    if any(holders.values()):
        for holder in ("german", "allied"):
            pieces = _held_pieces(net, {place for place, h in holders.items() if h == holder})
            wrong += [f"{holder} ground is in {pieces} pieces"] if pieces > 1 else []
    if sides:
        marked = {frozenset(pair) for pair in sides}
        for place, others in sorted(net.neighbours.items()):
            for other in others:
                a, b = holders.get(place), holders.get(other)
                if place < other and a and b and (a != b) != (frozenset((place, other)) in marked):
                    wrong.append(f"{place}-{other}: the line and the two sides disagree")
        wrong += _front_line(net, sides)
    yield found("front line", counted(len(sides), "side") if sides else "by place", wrong)


def _held_pieces(net: Net, held: set[str]) -> int:
    return len(list(pieces_of(sorted(held), lambda place: [q for q in net.neighbours[place] if q in held])))


def _front_line(net: Net, sides: list[tuple[str, str]]) -> list[str]:
    if net.hex is None:
        return []
    lines = [net.ends(a, b) for a, b in sides]
    at: dict[Corner, list[Corner]] = {}
    for a, b in lines:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    pieces = len(list(pieces_of(sorted(at), lambda c: at[c])))
    out = [f"the line is in {pieces} pieces"] if pieces > 1 else []
    out += ["the line forks"] if any(len(others) > 2 for others in at.values()) else []
    inner = net.inner_corners()
    loose = sum(1 for c, others in at.items() if len(others) == 1 and c in inner)
    out += [f"loose ends that do not reach the edge of the map: {loose}"] if loose else []
    return out


# --- starts ------------------------------------------------------------------------------------------------------------------------------


def _starts(net: Net, data: Data) -> Iterator[Row]:
    starts = data.get("start", [])
    for number, start in enumerate(starts, 1):
        label = f"{start.get('name', number)}, {start.get('side', '?')}"
        scenario = start.get("scenario", start.get("name"))
        foes = {
            net.name(place)
            for other in starts
            if other.get("side") != start.get("side") and other.get("scenario", other.get("name")) == scenario
            for place in hexes(other.get("hexes", []))
        }
        places = [net.name(place) for place in hexes(start.get("hexes", []))]
        yield _start_ground(net, label, places, foes)
        if start.get("supply") is not None:
            yield _start_supply(net, label, start, places, foes)


def _start_ground(net: Net, label: str, places: list[str], foes: set[str]) -> Row:
    wrong = []
    for place in places:
        if place not in net.places:
            wrong.append(f"{place} is not on the map")
        elif net.is_closed(place):
            wrong.append(f"{place} is closed ground")
        elif place in foes:
            wrong.append(f"{place} is also an enemy start")
        elif not any(not net.is_closed(other) and other not in foes for other in net.neighbours[place]):
            wrong.append(f"{place} cannot move")
    return found(f"start: {label}", counted(len(places), "place"), wrong)


def _start_supply(net: Net, label: str, start: Data, places: list[str], foes: set[str]) -> Row:
    """Is there a path to supply: a few steps over open ground, then roads, over blown bridges only in a start after their repair?"""
    sources = _sources(net, start["supply"]) - foes
    reach = int(start.get("reach", 3))
    repaired = bool(start.get("repaired", False))

    def onward(place: str) -> list[str]:
        return [
            other
            for other in net.roads.get(place, ())
            if other not in foes and (repaired or net.side(place, other).get("bridge") != "blown")
        ]

    reached = all_along(sources, onward)
    wrong = [
        f"{place} has no path to supply"
        for place in places
        if place in net.places and not _near(net, place, reach, foes) & reached
    ]
    if not sources:
        wrong = ["no such supply source on the map"]
    value = counted(len(sources), "source") + (f", {reach} off road" if net.hex is not None else "")
    return found(f"supply: {label}", value, wrong)


def _sources(net: Net, supply: Any) -> set[str]:
    """Supply sources: a list of places, or the attribute they have ({road_off = "east"})."""
    if isinstance(supply, Mapping):
        return {
            place
            for place, what in net.places.items()
            if all(set(words(what.get(key))) & set(words(wanted)) for key, wanted in supply.items())
        }
    return {net.name(place) for place in hexes(supply)} & set(net.places)


def _near(net: Net, place: str, reach: int, foes: set[str]) -> set[str]:
    """The place and everything within this many steps over open ground."""
    seen = ring = {place}
    for _ in range(reach):
        ring = {q for p in ring for q in net.neighbours[p] if not net.is_closed(q) and q not in foes} - seen
        seen = seen | ring
    return seen


# --- what the recipe promises ------------------------------------------------------------------------------------------------------------


def _corrections(net: Net, data: Data) -> Iterator[Row]:
    entries = data.get("corrections", [])
    if not entries:
        return
    wrong = [f"{label}: {fault}" for label, fault in correction_faults(net, entries)]
    yield found("corrections", counted(len(entries), "entry", "entries"), wrong)


def correction_faults(net: Net, entries: list[Data]) -> Iterator[tuple[str, str]]:
    """What a correction says but the board does not. A later correction may override an earlier one."""
    last: dict[tuple[str, str, str], int] = {}
    for number, entry in enumerate(entries):
        for a, b in _targets(net, entry):
            for key in (*entry.get("set", {}), *entry.get("unset", [])):
                last[a, b, key] = number
    for number, entry in enumerate(entries):
        label = f"correction {number + 1} ({entry.get('case', entry.get('source', '?'))})"
        for a, b in _targets(net, entry):
            if a not in net.places or (b and b not in net.places):
                yield label, f"{a if a not in net.places else b} is not on the map"
                continue
            what = net.side(a, b) if b else net.places[a]
            where = f"{a}-{b}" if b else a
            for key, value in entry.get("set", {}).items():
                if last[a, b, key] == number and what.get(key) != value:
                    yield label, f"{where} should have {key} = {value!r}, has {what.get(key)!r}"
            for key in entry.get("unset", []):
                if last[a, b, key] == number and key in what:
                    yield label, f"{where} should have no {key}, has {what[key]!r}"


def _targets(net: Net, entry: Data) -> list[tuple[str, str]]:
    """The places (with "" as the second item) and sides that a correction is about."""
    named = [*words(entry.get("hex") or entry.get("place")), *hexes(entry.get("hexes", []))]
    return [(net.name(place), "") for place in named] + _sides_of(net, entry)


def _sides_of(net: Net, entry: Data) -> list[tuple[str, str]]:
    chain = [net.name(place) for place in entry.get("chain") or entry.get("side") or ()]
    return [(min(pair), max(pair)) for pair in pairwise(chain)]


def _named_places(net: Net, data: Data) -> Iterator[Row]:
    places = [entry for entry in data.get("places", []) if entry.get("must_match", True)]
    if not places:
        return
    wrong = [fault for entry in places if (fault := place_fault(net, entry))]
    yield found("named places", counted(len(places), "place"), wrong)


def place_fault(net: Net, entry: Data) -> str:
    """Why a place that the rulebook names is not where it should be; "" if it is."""
    if entry.get("side"):
        a, b = entry["side"]
        return "" if net.water(a, b) else f"{entry['name']}: there is no water between {a} and {b}"
    hex_ = net.name(str(entry["hex"]))
    if hex_ not in net.places:
        return f"{entry['name']}: {hex_} is not on the map"
    what = net.places[hex_]
    shown = [str(name) for name in (what.get("town"), *what.get("also", [])) if name]
    if plain(str(entry["name"])) in {plain(name) for name in shown}:
        return ""
    if set(_other_names(str(entry["name"]))) & {plain(name) for name in shown}:
        return ""
    return f"{entry['name']} is not in {hex_} ({', '.join(shown) or 'no town'})"


def _other_names(name: str) -> list[str]:
    """All names of an atlas town, in plain letters."""
    from ardennes.atlas.features import load_atlas

    town = load_atlas().town(name)
    return [plain(other) for other in (town.name, *town.alt)] if town else []
