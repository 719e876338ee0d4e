"""Put the pages of the docs site together: python docs/site/assemble.py FOLDER; then MkDocs makes the site of them.

The documents are written for whoever reads them in the repository. Here their links are turned to where things are on
the site: rules have pages with pictures, drawn by `meadhall.svg`; source files that a page names come along; the
reference is made of docstrings.
"""

from __future__ import annotations

import re
import shutil
import sys
from functools import partial
from pathlib import Path

import notebook
import reference

import meadhall
from meadhall.core.game import Game, Language

ROOT = Path(__file__).parent.parent.parent
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
EXAMPLE = re.compile(r"^\[([^\]]+)\]\((examples/\S+\.txt)\)$", re.MULTILINE)
RULES: dict[Language, str] = {"en": "RULES.md", "de": "REGELN.md"}


def main(folder: Path) -> None:
    """Write all pages into a folder of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = {ROOT / "README.md": "index.md", ROOT / "CONTRIBUTING.md": "contributing.md"}
    pages |= {ROOT / "CHANGELOG.md": "changelog.md", ROOT / "SECURITY.md": "security.md"}
    pages |= {file: file.name for file in sorted((ROOT / "docs").glob("*.md"))}
    for name in meadhall.games():
        for lang, file in RULES.items():
            pages[meadhall.game(name).folder() / file] = f"rules/{name}{'' if lang == 'en' else '.de'}.md"
    for source, page in pages.items():
        write(folder / page, turned(source, page, pages, folder))
    for name in meadhall.games():
        for lang in RULES:
            draw_examples(meadhall.game(name), lang, folder / "rules")
    write(folder / "reference.md", reference.page())
    write(folder / "tour.md", notebook.page(ROOT / "docs/tour.ipynb", folder / "pictures"))
    shutil.copy(ROOT / "docs/tour.ipynb", folder)
    shutil.copy(ROOT / "web/public/mug.svg", folder)
    shutil.copy(ROOT / "docs/site/site.css", folder)


def write(file: Path, text: str) -> None:
    """Write a page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def turned(source: Path, page: str, pages: dict[Path, str], folder: Path) -> str:
    """Give a document with its links turned to where things are on the site."""
    text = source.read_text("utf-8")
    lang: Language = "de" if source.name == RULES["de"] else "en"
    text = EXAMPLE.sub(lambda found: f"![{found[1]}]({picture_name(source, found[2], lang)})\n\n*{found[1]}*", text)
    up = "../" * page.count("/")
    return LINK.sub(partial(_turn, source, pages, folder, up), text)


def _turn(source: Path, pages: dict[Path, str], folder: Path, up: str, found: re.Match[str]) -> str:
    mark, words, link = found.groups()
    target, hash_mark, anchor = link.partition("#")
    if link.startswith(("http", "#", "pictures/")):
        return found[0]
    place = (source.parent / target).resolve()
    if place in pages:
        return f"{mark}[{words}]({up}{pages[place]}{hash_mark}{anchor})"
    if place.is_dir():  # nothing to show on a site
        return words
    path = place.relative_to(ROOT)
    kept = path.relative_to("docs") if path.parts[0] == "docs" else Path("source") / path
    (folder / kept).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(place, folder / kept)
    return f"{mark}[{words}]({up}{kept.as_posix()})"


def picture_name(rules: Path, example: str, lang: Language) -> str:
    """Say where the picture of an example is, seen from the page of its rules."""
    return f"pictures/{rules.parent.name}-{Path(example).stem}-{lang}.svg"


def draw_examples(game: Game, lang: Language, folder: Path) -> None:
    """Draw the records to which a page of rules leads."""
    rules = game.folder() / RULES[lang]
    for _, example in EXAMPLE.findall(rules.read_text("utf-8")):
        match = meadhall.load((rules.parent / example).read_text("utf-8"))
        write(folder / picture_name(rules, example, lang), meadhall.svg(match, lang))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
