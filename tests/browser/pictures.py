"""Screenshots made small enough for the documentation."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

LARGEST = 400_000
"""The most bytes a picture may have."""


def save_small(png: bytes, path: Path) -> None:
    """Save as WebP, in the best quality that keeps it small."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in (90, 84, 78, 70, 60, 50):
        out = io.BytesIO()
        picture.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST:
            break
    path.write_bytes(out.getvalue())
