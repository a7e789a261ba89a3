"""The page itself: the files that the build put next to this module. Any other path gets the page, which does its own routing."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

PAGE = Path(__file__).parent / "page"
NOT_BUILT = "the page is not built: run 'make page' (or: python -m ardennes.server.build_page)"
_FOREVER = "public, max-age=31536000, immutable"
_HIDDEN = ("stamp.txt",)
_TYPES = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page as it is sent."""

    body: bytes
    zipped: bytes | None
    media: str
    forever: bool


class Page:
    """The files of the page, kept in memory."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._files = _read(folder) if (folder / "index.html").is_file() else {}

    @property
    def built(self) -> bool:
        return bool(self._files)

    async def __call__(self, request: Request) -> Response:
        """The file of a request, or the page."""
        if not self._files:
            return PlainTextResponse(NOT_BUILT + "\n", 503)
        path = request.url.path.strip("/")
        found = self._files.get(path)
        if found is None:
            if path.startswith("assets/") or "." in path.rpartition("/")[2]:
                return PlainTextResponse("there is no such file\n", 404)
            found = self._files["index.html"]
        headers = {"Cache-Control": _FOREVER if found.forever else "no-cache", "Vary": "Accept-Encoding"}
        body = found.body
        if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = found.zipped
        return Response(body, headers=headers, media_type=found.media)


def _read(folder: Path) -> dict[str, File]:
    out: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name in _HIDDEN or (path.suffix == ".gz" and path.with_suffix("").is_file()):
            continue
        zipped = path.with_name(path.name + ".gz")
        media = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        body = path.read_bytes()
        out[name] = File(body, zipped.read_bytes() if zipped.is_file() else None, media, name.startswith("assets/"))
    return out
