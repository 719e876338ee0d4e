"""Try a release as somebody who has only Python: `make release` runs this on what it has built.

The wheel is installed in a fresh virtual environment, without Node on the PATH and far from this checkout. Then games
are played there through the engine and in the terminal, and the web app is asked for its page.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ["haugaz", "land-ahoy", "new-shores"]


def main() -> None:
    """Try what lies in a folder."""
    folder = Path(sys.argv[1]).resolve()
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    version = wheel.name.split("-")[1]
    newest = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[0]
    assert newest == version, f"CHANGELOG.md tells of {newest}, and this is {version}"
    assert sdist.name == f"meadhall-{version}.tar.gz", sdist.name
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; {sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:  # a compiler may still be at work there
        home = Path(place)
        tried = Release(home, wheel)
        assert tried.run("--version").strip() == f"meadhall {version}"
        tried.engine()
        tried.terminal()
        tried.web()
    print(f"meadhall {version} is ready.")


class Release:
    """A wheel, installed where nothing else is."""

    def __init__(self, home: Path, wheel: Path) -> None:
        venv.create(home / "venv", with_pip=True)
        binaries = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MEADHALL", "npm_"))
        }
        self.environment = {**kept, "PATH": str(binaries), "MEADHALL_CACHE": str(home / "cache"), "LC_ALL": "C.UTF-8"}
        self.home, self.program = home, shutil.which("meadhall", path=str(binaries)) or str(binaries / "meadhall")
        assert shutil.which("node", path=self.environment["PATH"]) is None
        subprocess.run([binaries / "python", "-m", "pip", "install", "--quiet", wheel], check=True, cwd=home)
        print("Installed in a fresh virtual environment, without Node.")

    def run(self, *arguments: str, typed: str = "") -> str:
        """Run the command, which must have nothing to complain about."""
        done = subprocess.run(
            [self.program, *arguments], input=typed, env=self.environment, cwd=self.home, capture_output=True, text=True
        )
        assert done.returncode == 0 and not done.stderr, done.stderr
        return done.stdout

    def engine(self) -> None:
        """Play each game to its end, as another program would."""
        for game in GAMES:
            with subprocess.Popen(
                [self.program, "engine"], stdin=-1, stdout=-1, env=self.environment, cwd=self.home, text=True
            ) as engine:
                assert engine.stdin is not None and engine.stdout is not None

                def ask(engine: subprocess.Popen[str] = engine, **request: object) -> dict[str, object]:
                    assert engine.stdin is not None and engine.stdout is not None
                    print(json.dumps(request), file=engine.stdin, flush=True)
                    answer: dict[str, object] = json.loads(engine.stdout.readline())
                    assert answer.get("ok"), answer
                    return answer

                now = ask(do="new", game=game, options={"seed": 1})
                while not now["over"]:
                    now = ask(do="play", action=ask(do="choose", level=1)["action"])
                ask(do="quit")
            print(f"Played {game} through the engine: {now['number']} actions, scores {now['scores']}.")

    def terminal(self) -> None:
        """Let bots play in the terminal."""
        said = self.run("play", "haugaz", "-o", "size=3", "--people", "0", "--plain", "--lang", "en", "--level", "1")
        assert "wins" in said or "draw" in said, said
        print(f"Played in the terminal: {said.strip().splitlines()[-1]}")

    def web(self) -> None:
        """Ask the web app for its page, and for all that the page names."""
        command = [self.program, "--port", "0", "--database", str(self.home / "hall.db")]
        with subprocess.Popen(command, stdout=-1, env=self.environment, cwd=self.home, text=True) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().split()[-1].rstrip("/")
                page = self.fetch(address, "/").decode()
                files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
                assert any(file.endswith(".js") for file in files), page
                size = sum(len(self.fetch(address, file)) for file in files)
                games = [game["name"] for game in json.loads(self.fetch(address, "/api/games"))]
                assert games == GAMES, games
                print(
                    f"The web app gives its page with {len(files)} files, {size / 1000:.0f} kB, and {len(games)} games."
                )
            finally:
                server.terminate()

    @staticmethod
    def fetch(address: str, path: str) -> bytes:
        """Ask for a file, past any proxy."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(address + path, timeout=60) as answer:
            content: bytes = answer.read()
        return content


if __name__ == "__main__":
    main()
