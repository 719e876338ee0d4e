"""What the documents show is run."""

import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest

import meadhall
from meadhall import cli
from meadhall.engine import Engine
from meadhall.lab.results import read
from meadhall.lab.standings import summary

ROOT = Path(__file__).parents[2]


def blocks(file, language):
    """The blocks of code in a document that are of a language."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / file).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [block for name, block in found if name == language]


def test_the_lines_of_the_readme_play_a_game(capsys):
    (code,) = blocks("README.md", "python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    names = {}
    exec(code, names)
    assert names["match"].over and not names["again"].over
    assert names["match"].position in capsys.readouterr().out


def test_the_record_in_the_documents_is_one():
    (record,) = [block for block in blocks("docs/records.md", "") if block.startswith("meadhall")]
    assert meadhall.load(record).record() == record


def test_the_dialogue_with_the_engine_is_one():
    (dialogue,) = [block for block in blocks("docs/engine.md", "") if block.startswith("{")]
    engine, lines = Engine(), dialogue.splitlines()
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert json.loads(engine.answer(request)) == json.loads(answer)


def test_the_lines_of_the_library_draw_pictures(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec("\n".join(blocks("docs/library.md", "python")), {})
    assert "Ylva" in Path("opening.svg").read_text("utf-8") and "@keyframes" in Path("game.svg").read_text("utf-8")


def test_the_example_of_a_draw_is_right():
    text = (ROOT / "docs/chance.md").read_text("utf-8")
    (start,) = re.findall(r"is `(start \d)`\.", text)
    assert meadhall.game("new-shores").new(players=2, seed=7).history[0] == start


def test_the_table_in_the_documents_scores_as_they_say(tmp_path, monkeypatch, capsys):
    (table,) = blocks("docs/scoring.md", "toml")
    (said,) = [block for block in blocks("docs/scoring.md", "") if block.startswith("Runa")]
    (tmp_path / "table.toml").write_text(table, "utf-8")
    monkeypatch.setattr("sys.argv", ["meadhall", "score", str(tmp_path / "table.toml"), "--lang", "en"])
    cli.main()
    assert capsys.readouterr().out == said


def test_the_tables_for_owners_score_as_they_say(tmp_path, monkeypatch, capsys):
    shown = [block for block in blocks("docs/owners.md", "") if block]
    tables = blocks("docs/owners.md", "json")
    assert len(tables) == len(shown) == 2
    for table, said in zip(tables, shown, strict=True):
        (tmp_path / "table.json").write_text(table, "utf-8")
        monkeypatch.setattr("sys.argv", ["meadhall", "score", str(tmp_path / "table.json"), "--lang", "en"])
        cli.main()
        assert capsys.readouterr().out == said


def test_the_simulations_in_the_documents_come_out_as_shown(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    commands = [block.split() for block in blocks("docs/simulate.md", "sh")]
    shown = [block for block in blocks("docs/simulate.md", "") if " games\n" in block]
    assert len(shown) == 2
    for command, output in zip(commands, shown, strict=False):
        monkeypatch.setattr("sys.argv", [*command, "--lang", "en", "--workers", "1"])
        cli.main()
        printed = [line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines()]
        assert printed == output.rstrip().splitlines()


ROW = re.compile(r"^\| .*\| (\S+) % .*\| (\S+) – (\S+) \| \[([\d,]+).*\]\((tournaments/\S+)\) \|$", re.MULTILINE)


@pytest.mark.parametrize("file", sorted((ROOT / "docs/tournaments").glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_figures_of_a_tournament_are_those_of_its_games(file):
    texts = [page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md")]
    told = [row for text in texts for row in ROW.findall(text) if row[-1] == f"tournaments/{file.name}"]
    tournament, games, _ = read(file)
    figures = summary(tournament, games)
    first = figures["bots"][0]
    shares = [f"{100 * first[part]:.1f}" for part in ("share", "low", "high")]
    assert set(told) == {(*shares, f"{figures['games']:,}", f"tournaments/{file.name}")}


def test_every_request_to_the_engine_is_documented():
    text = (ROOT / "docs/engine.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == set(Engine()._commands)


def test_the_changelog_tells_of_this_version():
    versions = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] == meadhall.__version__


def headings(file):
    """The anchors of a document, as GitHub and the docs site make them."""
    text = re.sub(r"^```.*?^```$", "", file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src/meadhall/games").glob("*/*.md")]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(file):
    for link in re.findall(r"\]\(([^)\s]+)\)", file.read_text("utf-8")):
        if link.startswith(("http://", "https://")):
            continue
        target, _, anchor = link.partition("#")
        place = file.parent / target if target else file
        assert place.exists(), link
        assert not anchor or anchor in headings(place), link


@pytest.fixture
def reference(monkeypatch):
    """What makes the reference of docstrings."""
    monkeypatch.syspath_prepend(str(ROOT / "docs/site"))
    return importlib.import_module("reference")


def defined(signature):
    """A function with this name and signature."""
    names = {}
    exec(f"from __future__ import annotations\ndef {signature}: ...", names)
    return names[signature.partition("(")[0]]


@pytest.mark.parametrize(
    "signature",
    [
        "new(*, chance='auto')",
        "new(players: int = 2, *, chance: str = 'auto', **options: Any) -> Match",
        "play(action: str, /, again: bool = False) -> None",
        "both(one, /, *, other)",
        "every(*names: str, end=', ') -> Literal['a', 'b']",
        "last(one: int, /) -> list[str]",
        "nothing()",
    ],
)
def test_the_reference_shows_a_signature_as_it_was_written(reference, signature):
    assert signature.partition("(")[0] + reference.signature(defined(signature)) == signature


def test_the_signatures_of_the_reference_are_those_of_the_library(reference):
    shown = re.findall(r"^### `([\w.]+)`\n\n```python\n(.*?)\n```$", reference.page(), re.MULTILINE | re.DOTALL)
    assert len(shown) > 20
    for name, signature in shown:
        function = attrgetter(name.removeprefix("meadhall."))(meadhall)
        meant = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
        told = inspect.signature(defined(signature)).parameters.values()
        assert [(one.name, one.kind, one.default) for one in told] == [
            (one.name, one.kind, one.default) for one in meant
        ], name


def test_the_docs_site_has_pages_for_all_that_its_pages_lead_to(tmp_path):
    site = [sys.executable, str(ROOT / "docs/site/assemble.py"), str(tmp_path / "pages")]
    subprocess.run(site, check=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    pages = {page.relative_to(tmp_path / "pages").as_posix(): page for page in (tmp_path / "pages").rglob("*.md")}
    for name, page in pages.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            target, _, anchor = link.partition("#")
            if not link.startswith(("http://", "https://", "#")):
                assert (page.parent / target).is_file(), f"{name}: {link}"
                assert not anchor or anchor in headings(page.parent / target), f"{name}: {link}"
    for game in meadhall.games():
        assert pages[f"rules/{game}.md"].read_text("utf-8").count(".svg)") >= 3  # drawn by meadhall.svg
    assert all(f"### `meadhall.{name}`" in pages["reference.md"].read_text("utf-8") for name in ("game", "svg", "bot"))
    nav = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert set(pages) <= set(nav), "a page is missing in the navigation of mkdocs.yml"
