"""Fuzzed texts, sets and tables: the contract's errors or success, never anything else."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import (
    AHOY,
    HAUGAZ,
    MOMENTS,
    POSITION,
    RECORDS,
    SHORES,
    TABLE,
    TOML,
    everything,
    fuzz,
    no_record,
    sentence,
)

import meadhall

letters = st.characters(exclude_categories=())
bits = st.text(letters, max_size=6) | st.sampled_from(
    ["\n", "\n\n", "-", "/", ":", " ", "0", "9" * 5000, "\r", "\t", "b1"]
)


@st.composite
def mangled(draw, texts):
    """A good text with a few pieces cut out, put in, doubled or moved."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        a, b = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        b = min(b, a + 30)
        piece = draw(st.sampled_from(["", text[a:b] * 2]) | bits)
        text = text[:a] + piece + text[b:]
    return text


atoms = st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(letters, max_size=5)
odd_values = st.recursive(
    atoms, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2)
)


def spots(part, path=()):
    """The way to every part of a nested structure."""
    found = [path] if path else []
    keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else []
    return found + [spot for key in keys for spot in spots(part[key], (*path, key))]


@st.composite
def broken(draw, good):
    """A good structure with a few parts taken out, changed, doubled or swapped."""
    whole = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 3))):
        ways = spots(whole)
        if not ways:
            break
        *way, key = draw(st.sampled_from(ways))
        part = whole
        for step in way:
            part = part[step]
        other = whole
        for step in draw(st.sampled_from(ways)):
            other = other[step]
        what = draw(st.sampled_from(["cut", "change", "swap", "add"]))
        if what == "cut":
            del part[key]
        elif what == "add" and isinstance(part, list):
            part.insert(key, copy.deepcopy(other))
        elif what == "add":
            part[draw(st.text(max_size=4))] = draw(odd_values)
        else:
            part[key] = draw(odd_values) if what == "change" else copy.deepcopy(other)
    return whole


@fuzz
@given(mangled(list(RECORDS.values())) | st.text(letters))
def test_fuzz_load(text):
    try:
        match = meadhall.load(text)
    except meadhall.BadRecord:
        no_record(text)
    else:
        assert meadhall.load(match.record()).record() == match.record()


@fuzz
@given(mangled([POSITION, "--w1/---/b1-b1 b c1 0", "b12--w64/----/-b1--/---- w - 0"]) | st.text(letters))
def test_fuzz_position(text):
    try:
        match = HAUGAZ.position(text)
    except meadhall.BadPosition as problem:
        sentence(problem)
    else:
        assert HAUGAZ.position(match.position).position == match.position


@pytest.mark.parametrize("game", ["haugaz", "land-ahoy", "new-shores"])
def test_fuzz_play(game):
    matches = [match for name, match in MOMENTS.items() if name.startswith(game)]
    before = [everything(match) for match in matches]

    @settings(fuzz, max_examples=150)
    @given(st.data())
    def play(data):
        number = data.draw(st.integers(0, len(matches) - 1))
        actions = [action for match in matches for action in match.actions()[:5]]
        text = data.draw(mangled(actions) | st.text(letters) | st.sampled_from(actions))
        match = matches[number].copy()
        try:
            match.play(text)
        except meadhall.IllegalAction as problem:
            sentence(problem)
            assert everything(match) == before[number]
        else:
            assert len(match.history) == len(matches[number].history) + 1
            match.undo()
            assert everything(match) == before[number]

    play()


@pytest.mark.parametrize("game", [AHOY, SHORES], ids=lambda game: game.name)
def test_fuzz_sets(game):
    @settings(fuzz, max_examples=150)
    @given(broken(game.default_set()))
    def new(coasters):
        try:
            match = game.new(set=coasters, seed=1)
        except meadhall.BadSet as problem:
            sentence(problem)
        else:
            assert meadhall.load(match.record()).record() == match.record()

    new()


def test_fuzz_set_files(tmp_path):
    file = tmp_path / "set.toml"

    @fuzz
    @given(mangled([TOML]), st.binary(max_size=3), st.integers(0, len(TOML)))
    def new(text, noise, at):
        data = text.encode("utf-8", "surrogatepass")
        file.write_bytes(data[:at] + noise + data[at:])
        try:
            match = SHORES.new(set=file, seed=1)
        except meadhall.BadSet as problem:
            sentence(problem)
        else:
            assert meadhall.load(match.record()).record() == match.record()

    new()


@settings(fuzz, max_examples=150)
@given(broken({**TABLE, "set": None}) | broken(TABLE) | odd_values)
def test_fuzz_score(table):
    try:
        breakdown = SHORES.score(table)
    except (meadhall.BadTable, meadhall.BadSet) as problem:
        sentence(problem)
    else:
        assert len(breakdown["scores"]) == table["players"]
