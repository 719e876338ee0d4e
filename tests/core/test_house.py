"""The house as the documents tell it: layers, parts of a room, and no game's name outside its room."""

import ast
import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import meadhall
from meadhall.core import registry
from meadhall.core.parts import Part
from meadhall.lab.research import RESEARCH
from meadhall.learn.achievements import ACHIEVEMENTS
from meadhall.learn.match_facts import MATCH_FACTS
from meadhall.learn.odds import ODDS
from meadhall.learn.puzzles import PUZZLES
from meadhall.render.picture import PICTURE
from meadhall.render.print_pieces import PRINT_PIECES
from meadhall.search.levels import BOTS
from meadhall.search.proved import PROVED
from meadhall.train.training import TRAINING

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "meadhall"
PARTS = [BOTS, PROVED, PICTURE, PRINT_PIECES, ACHIEVEMENTS, MATCH_FACTS, ODDS, PUZZLES, RESEARCH, TRAINING]


def declared():
    """The parts that the source declares: what they export, the module, and what they offer."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if "Part(" not in (text := path.read_text("utf-8")):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith(("Part[", "RoomPart[")):
                assert isinstance(node.value, ast.Call) and isinstance(node.target, ast.Name)
                file, _, offers = node.value.args
                found[ast.literal_eval(file)] = (
                    node.target.id,
                    path.relative_to(SOURCE).as_posix(),
                    ast.literal_eval(offers),
                )
    return found


def test_the_table_of_parts_is_what_the_layers_ask_for():
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)\.py` \| `(\w+)` \| \[[^]]*\]\(src/meadhall/([\w/.]+)\) \| (.*) \|$", page, re.M)
    assert {file: (name, module, offers) for file, name, module, offers in rows} == declared()
    assert {part.file: part.name for part in PARTS} == {file: name for file, (name, _, _) in declared().items()}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.file)
@pytest.mark.parametrize("game", meadhall.games())
def test_what_a_room_offers_is_what_the_layer_expects(game, part: Part):
    room = meadhall.game(game)
    found = part.of(room)  # it says what does not fit
    assert (found is not None) == (
        (room.folder() / f"{part.file}.py").exists() or (room.folder() / part.file / "__init__.py").exists()
    )


def test_the_map_shows_every_layer_in_the_order_of_imports():
    page = (ROOT / "README.md").read_text("utf-8").partition("## The map")[2].partition("```\n")[2].partition("```")[0]
    shown = re.findall(r"^  ([\w.]+?)/? ", page, re.M)
    there = [path.name for path in SOURCE.iterdir() if path.is_dir() and (path / "__init__.py").exists()]
    assert sorted(shown) == sorted([*there, "engine.py"])
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    for layers in (contract["layers"] for contract in contracts if contract["type"] == "layers"):
        places = [
            max(shown.index(name.removeprefix("meadhall.").replace("engine", "engine.py")) for name in row.split(" | "))
            for row in reversed(layers)
        ]
        assert places == sorted(places), layers


NAMES = re.compile(r"haugaz|new.?shores|land.?ahoy", re.IGNORECASE)


def test_no_game_is_named_outside_its_room():
    sources = [
        path
        for folder in (SOURCE, ROOT / "web")
        for ending in ("*.py", "*.ts", "*.svelte", "*.css")
        for path in folder.rglob(ending)
        if not {"games", "static", "node_modules"} & set(path.relative_to(folder).parts)
    ]
    assert len(sources) > 300
    named = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if NAMES.search(line) and not path.name.endswith(".test.ts")
    }
    assert named == set()


def test_a_game_is_found_by_the_entry_point_of_an_installed_package(monkeypatch):
    point = EntryPoint("little-morris", "little_morris", registry.GROUP)
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "games" / "fourth_game"))
    monkeypatch.setattr(registry, "_installed", lambda: {point.name: point})
    assert "little-morris" in registry.names()
    room = registry.find("little-morris")
    assert room.name == "little-morris" and room.package == "little_morris"
