"""The bot of docs/web-api.md plays a game, over a real network."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import uvicorn
from app_client import Quick

from meadhall.hall.store import SQLiteStore
from meadhall.http.server import create_app, listen

DOC = Path(__file__).parents[2] / "docs" / "web-api.md"


@pytest.fixture
def served(tmp_path):
    """A server in a thread: its address, and its application."""
    store, listening = SQLiteStore(tmp_path / "hall.db"), listen("127.0.0.1", 0)
    app = create_app(store, Quick())
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    store.close()


def test_the_example_bot_sits_down_by_invitation_and_plays(served, tmp_path):
    import httpx

    code = re.search(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)[1]
    assert len(code.strip().splitlines()) < 40
    (tmp_path / "bot.py").write_text(code)
    wish = {"game": "new-shores", "seats": [{"kind": "bot", "level": 1}, {"kind": "link"}]}
    seated = httpx.post(f"{served}/api/tables", json=wish, trust_env=False).json()
    link = f"{served}/table/{seated['table']}#seat={seated['invitations']['1']}"
    bot = subprocess.run([sys.executable, tmp_path / "bot.py", link], capture_output=True, text=True, timeout=60)
    assert bot.returncode == 0, bot.stderr
    assert "Random Rolf" in bot.stdout
    state = httpx.get(f"{served}/api/tables/{seated['table']}", trust_env=False).json()
    assert state["stage"] == "over" and state["seats"][1]["name"] == "Random Rolf"


def test_the_lean_example_bot_plays_to_the_end(served, tmp_path):
    import httpx

    code = re.search(r"```py\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)[1]
    (tmp_path / "bot.py").write_text(code)
    wish = {"game": "haugaz", "seats": [{"kind": "bot", "level": 1}, {"kind": "link"}], "options": {"size": 4}}
    seated = httpx.post(f"{served}/api/tables", json=wish, trust_env=False).json()
    link = f"{served}/table/{seated['table']}#seat={seated['invitations']['1']}"
    bot = subprocess.run([sys.executable, tmp_path / "bot.py", link], capture_output=True, text=True, timeout=120)
    assert bot.returncode == 0, bot.stderr
    state = httpx.get(f"{served}/api/tables/{seated['table']}", trust_env=False).json()
    assert state["stage"] == "over" and str(tuple(state["result"]["winners"])) in bot.stdout
