"""TOML that strangers bring: what would be costly is refused before it is read, and nothing else is."""

import random
import tomllib
from collections import Counter
from contextlib import suppress

import pytest
from land_ahoy_table import SCATTERED
from refusals import AHOY, OWN_SET, SHORES, refused_in_both

import meadhall
from meadhall.core import sets, toml

DOTS = toml.MOST_PARTS
COSTLY = {
    "a long key": "a" + ".a" * 29_000 + "=1",
    "a long key after others": "b.c=1\n[t]\n" + "a" + ".a" * 29_000 + "=1",
    "with blanks": "a" + " \t. a" * 12_000 + "=1",
    "in quotes": "a" + '."a"' * 14_000 + "=1",
    "in other quotes": "a" + ".'a'" * 14_000 + "=1",
    "as a table": "[" + "a." * 29_000 + "a]",
    "as a list of tables": "[[" + "a." * 29_000 + "a]]",
    "in a table in a line": "x={" + "a." * 29_000 + "a=1}",
    "of different parts": ".".join(f"k{part}" for part in range(9_000)) + "=1",
    "after a text that ends late": 'x="""\\"""" # """\n' + "a" + ".a" * 29_000 + "=1",
    "after empty texts": 'x=\'\'\ny=""\nz=""""""\n' + "a" + ".a" * 29_000 + "=1",
    "after a quote in a comment": '# it\'s """\n' + "a" + ".a" * 29_000 + "=1",
    "one part too many": ".".join("a" * (DOTS + 1)) + "=1",
    "deep lists": "a=" + "[" * 20_000 + "]" * 20_000,
    "deep tables": "a=" + "{a=" * 15_000 + "1" + "}" * 15_000,
    "one list too deep": "a=" + "[" * (toml.MOST_DEPTH + 1) + "]" * (toml.MOST_DEPTH + 1),
    "a long text": "# " + "x" * toml.LONGEST,
}


@pytest.fixture
def tomllib_is_not_asked(monkeypatch):
    def asked(text):
        raise AssertionError("it is read")

    monkeypatch.setattr(tomllib, "loads", asked)


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY.keys())
def test_what_is_costly_is_refused_before_it_is_read(text, tomllib_is_not_asked):
    refused_in_both(meadhall.BadSet, lambda: sets.parse(text), "is no TOML: ")


@pytest.mark.parametrize(
    "text",
    [
        f"{'.'.join('a' * DOTS)}=1",
        f"[{'.'.join('a' * DOTS)}]",
        f"a={'[' * toml.MOST_DEPTH}{']' * toml.MOST_DEPTH}",
        'a="' + "a." * 999 + '"',
        "a='" + "[" * 999 + "'",
        'a="""' + "\na.b.c.d.e.f" * 99 + '"""""',
        "a='''" + "\na.'b'.c" * 99 + "'''''",
        '"' + "a." * 99 + '"=1',
        "# " + "a." * 999 + "\na=1 # it's " + "[" * 99,
        r'a="\"' + "a." * 99 + r'\\"',
        "a=[" + "1.5, " * 999 + "]",
        "a=[" + "1979-05-27T07:32:00.999999, " * 99 + "]",
        "a={" + ",".join(f"b{key}.c=1.5" for key in range(999)) + "}",
        "a.b.c.d=1\r\n" "a.b.c.e=2\r\n",
    ],
)  # fmt: skip
def test_what_is_not_costly_is_read(text):
    assert toml.loads(text) == tomllib.loads(text)


@pytest.mark.parametrize(("game", "own"), [(SHORES, OWN_SET), (AHOY, SCATTERED)], ids=lambda value: str(value)[:9])
def test_the_sets_that_we_write_are_read(game, own):
    for coasters in (game.default_set(), own, named_at_length(own)):
        checked = game.read_set(coasters)
        assert game.read_set(sets.parse(sets.write(checked))) == checked


def named_at_length(coasters):
    """The same set with the longest names."""
    named = [{**one, "id": f"{place:_>{sets.LONGEST_ID}}"} for place, one in enumerate(coasters["coaster"])]
    return {"coaster": named}


def test_a_set_with_every_mark_that_it_can_have_is_read():
    fields, spots = ("NW", "NE", "SW", "SE"), ("NW", "NE", "SW", "SE", "N", "E", "S", "W")
    marks = [{"on": on, "is": what} for what in ("gold", "shield") for on in spots]
    marks += [{"on": on, "is": "skull"} for on in fields]
    full = named_at_length(OWN_SET)
    for number, coaster in enumerate(full["coaster"], 1):
        die = {"on": "NW", "is": "die", "number": number, "arrow": "horizontal"}
        coaster.update(beer=True, fields=["forest forest", "forest forest"], marks=[*marks, die][: 20 + (number < 7)])
    checked = SHORES.read_set(full)
    text = sets.write(checked)
    assert SHORES.read_set(sets.parse(text)) == checked
    assert len(text) < toml.LONGEST / 4


def test_however_a_text_is_quoted_no_long_key_is_read_and_nothing_else_is_refused_for_one(monkeypatch):
    """Small texts of all sorts, beside the keys that the reader itself finds in them."""
    parser, keys = tomllib._parser, []
    found = parser.parse_key

    def noted(*args):
        after, key = found(*args)
        keys.append(key)
        return after, key

    monkeypatch.setattr(parser, "parse_key", noted)
    long = ".".join("a" * (DOTS + 1))
    bits = [
        '"',
        "'",
        '"""',
        "'''",
        "\\",
        "\n",
        "#",
        ".",
        "b",
        "=",
        "=1",
        "[",
        "]",
        "{",
        "}",
        "\r\n",
        long,
        f"{long}=1\n",
    ]
    dice, refused = random.Random(1), Counter()
    for _ in range(40_000):
        text = "".join(dice.choices(bits, k=dice.randint(1, 10)))
        keys.clear()
        with suppress(tomllib.TOMLDecodeError):
            tomllib.loads(text)
            keys.append(())  # it was read to its end
        there = any(len(key) > DOTS for key in keys)
        try:
            toml.loads(text)
        except toml.BadTOML as problem:
            for_its_key = f"has {DOTS} parts at most" in str(problem)
        else:
            for_its_key = False
        assert for_its_key or not there, text
        assert there or not (for_its_key and keys[-1:] == [()]), text
        refused[there, for_its_key] += 1
    assert refused[True, True] > 1000 and refused[False, False] > 1000


def test_no_table_file_is_costly_either(tmp_path, refused, tomllib_is_not_asked):
    (tmp_path / "table.toml").write_text(COSTLY["a long key"])
    assert "a key like a.b.c has 16 parts at most" in refused("score", tmp_path / "table.toml")
