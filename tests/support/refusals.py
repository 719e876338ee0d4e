"""How a refusal looks, and good matches, records and tables to spoil."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import settings

import meadhall

HAUGAZ, AHOY, SHORES = (meadhall.game(name) for name in ("haugaz", "land-ahoy", "new-shores"))
POSITION = "---/b1-w2/--- w - 0"
fuzz = settings(derandomize=True, deadline=None, max_examples=100)


def sentence(problem, *words):
    """One line for people, not too long, that can be printed and holds these words."""
    text = str(problem)
    assert text and len(text.splitlines()) == 1, text
    assert len(text) < 400, text[:500]
    text.encode("utf-8")
    for word in words:
        assert str(word) in text
    return text


def refused(error, call, *words):
    """Exactly this error, in one sentence that holds these words."""
    with pytest.raises(error) as caught:
        call()
    assert caught.type is error
    return sentence(caught.value, *words)


def refused_in_both(error, call, *words):
    """The same, with a German sentence beside it that holds nothing English."""
    with pytest.raises(error) as caught:
        call()
    assert caught.type is error
    german = sentence(caught.value.de)
    own = set(re.findall("[a-z]+", re.sub("'[^']*('|$)", "", german)))
    assert not own & {"the", "is", "not", "of", "number", "known", "like", "line"}, german
    return sentence(caught.value, *words), german


def everything(match):
    """All that can be seen of a match, and the rules' array."""
    seen = match.history, match.view(None), match.position, match.actions(), match.chances(), match.record()
    return (*seen, match.breakdown(), match.state.tolist())


def refused_unchanged(match, error, call, *words):
    before = everything(match)
    text = refused(error, call, *words)
    assert everything(match) == before
    return text


def repr_in_short(value):
    return repr(value)[:20]


def played(game, seed=7, actions=10**6, **options):
    """A match of random actions, to its end or until it has so many."""
    rng, match = random.Random(seed), game.new(seed=seed, **options)
    while not match.over and len(match.history) < actions:
        match.play(rng.choice(match.actions()))
    return match


def phases(game, players):
    """A match for each phase of a game, dice and draws included."""
    found = {}
    for seed in range(3):
        rng, match = random.Random(seed), game.new(players=players, seed=seed, chance="manual")
        while not match.over:
            found.setdefault(match.view(None)["phase"], match.copy())
            match.play(rng.choice(match.actions()))
    return {f"{game.name} {phase}": match for phase, match in found.items()}


MOMENTS = {**phases(HAUGAZ, 2), **phases(AHOY, 3), **phases(SHORES, 2)}
every_moment = pytest.mark.parametrize("match", MOMENTS.values(), ids=MOMENTS.keys())


OWN_SET = {"coaster": [{**coaster, "id": f"own{i}"} for i, coaster in enumerate(SHORES.default_set()["coaster"])]}
RECORDS = {
    "haugaz": played(HAUGAZ, size=3).record(),
    "haugaz from a position": HAUGAZ.position(POSITION, movers="any").record(),
    "land-ahoy": played(AHOY, actions=12).record(),
    "new-shores": played(SHORES, players=1).record(),
}
every_record = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())

TABLE = {
    "players": 2,
    "set": SHORES.default_set(),
    "coasters": [{"id": "k01", "at": [0, 0], "turn": 1}, {"id": "k02", "at": [1, 0], "turn": 0}],
    "tokens": [{"is": "hagar", "player": 0, "at": [0, 0], "field": "NE"}, {"is": "gold", "at": [1, 0], "field": "SW"}],
    "die": 4,
}


def edited(game, path, value):
    """The game's own set with one part changed, or taken out."""
    result = game.default_set()
    part = result["coaster"]
    for key in path[:-1]:
        part = part[key]
    if value is None:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return result


def no_record(text, *words, line=None):
    message, german = refused_in_both(meadhall.BadRecord, lambda: meadhall.load(text), *words)
    number, colon, _ = message.removeprefix("line ").partition(":")
    assert message.startswith("line ") and colon and number.isdecimal(), message
    assert 1 <= int(number) <= text.count("\n") + 1
    assert german.startswith(f"Zeile {number}: ")
    assert line is None or int(number) == line, message


TOML = (Path(meadhall.__file__).parent / "games" / "new_shores" / "coasters.toml").read_text("utf-8")
