"""The built web app, as files with what a browser must know about them."""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

FOLDER = Path(__file__).parent.parent / "static"
FOREVER = "public, max-age=31536000, immutable"  # for names that have a hash of their content
ASK_AGAIN = "no-cache"
PLAIN = {".html", ".css", ".js", ".svg", ".json", ".txt", ".map", ".webmanifest"}  # worth packing
PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")  # of an address; no dots that lead elsewhere, no drives
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


class WebFile(Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    gzipped: bytes | None
    kind: str
    cache: str
    tag: str  # by which a browser asks whether it has changed


NOT_BUILT = WebFile(
    b"<!doctype html><title>Meadhall</title><p>The web app is not built yet: run "
    b"<code>npm ci &amp;&amp; npx vite build</code> in the repository, then reload this page.",
    None,
    "text/html",
    ASK_AGAIN,
    '"not-built"',
)


def find(path: str) -> WebFile | None:
    """Find the file at an address."""
    parts = [part for part in path.split("/") if part]
    if not all(PART.fullmatch(part) for part in parts) or len(parts) > 4:
        return None
    file = FOLDER.joinpath(*parts)
    return _read(file, file.stat().st_mtime_ns) if file.is_file() else None


@lru_cache(maxsize=200)
def _read(file: Path, _changed: int) -> WebFile:
    content, plain = file.read_bytes(), file.suffix in PLAIN
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return WebFile(
        content,
        gzip.compress(content, 9, mtime=0) if plain else None,
        kind,
        FOREVER if file.parent.name == "assets" else ASK_AGAIN,
        f'"{sha256(content).hexdigest()[:20]}"',
    )
