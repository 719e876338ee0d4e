"""golden.txt of every room: counts and games with claims in words.

perft NAME=VALUE …: 9 72 144     counts of action sequences of length 1, 2, 3 …; `position=` and
                                 `after=` have `_` for a space and `;` between actions, `set=above`
                                 is the set of the game before
game TITLE                       then a record, indented; any record that a user sends will do
claim WORDS                      what is true at its end, or `after N actions: WORDS`
"""

import inspect
import re
from pathlib import Path

import pytest

import meadhall

GAMES = [meadhall.game(name) for name in meadhall.games()]


def sections(game):
    """The perft lines and games of a room, each with the set of the game before it."""
    text = (Path(inspect.getfile(type(game))).parent / "golden.txt").read_text("utf-8")
    coasters = None
    for block in re.split(r"^(?=game |perft )", text, flags=re.MULTILINE)[1:]:
        if block.startswith("game "):
            record = "\n".join(line[2:] for line in block.splitlines()[1:] if not line.startswith("claim"))
            coasters = meadhall.load(record).setup.coasters
        yield block, coasters


GOLDEN = [
    pytest.param(game, block, coasters, id=f"{game.name}: {block.splitlines()[0]}")
    for game in GAMES
    for block, coasters in sections(game)
]


def perft(match, depth):
    if depth == 1 or match.over:
        return len(match.actions())
    total = 0
    for action in match.actions():
        after = match.copy()
        after.play(action)
        total += perft(after, depth - 1)
    return total


def at(match, words):
    """The match that a claim is about, and what it says."""
    found = re.fullmatch(r"after (\d+) actions: (.*)", words)
    if found is None:
        return match, words
    earlier = meadhall.load(match.record().replace("chance: auto", "chance: manual"))
    while len(earlier.history) > int(found[1]):
        earlier.undo()
    return earlier, found[2]


def player(number):
    return int(number) - 1


CLAIMS = {
    r"the game is over": lambda m: m.over,
    r"player (\d) is to act": lambda m, p: m.actor == player(p),
    r"player (\d) wins": lambda m, p: player(p) in m.winners,
    r"player (\d) scores ([\d.]+)": lambda m, p, s: m.scores[player(p)] == float(s),
    r"player (\d) owes player (\d) (\d+) beer": lambda m, p, q, n: (player(p), player(q), int(n)) in m.beers,
    r"there are (\d+) actions": lambda m, n: len(m.actions()) == int(n),
    r"(\S+) is legal": lambda m, action: action in m.actions(),
    r"position (.+)": lambda m, line: m.position == line,
    r"(black|white) has stacks (.+)": lambda m, c, hs: m.breakdown()["stacks"][c] == [int(h) for h in hs.split()],
    r"the rank is (.+)": lambda m, rank: m.breakdown()["rank"] == rank,
    r"a (\w+) of (\d+) fields gives player (\d) (\d+) for fields and (\d+) for gold": lambda m, k, n, p, f, g: any(
        (land["kind"], land["size"], land["points"][player(p)]) == (k, int(n), [int(g), int(f)])
        for land in m.breakdown()["landscapes"]
    ),
}


def holds(match, words):
    for pattern, claim in CLAIMS.items():
        if found := re.fullmatch(pattern, words):
            return claim(match, *found.groups())
    raise AssertionError(f"nobody understands the claim {words!r}")


@pytest.mark.parametrize(("game", "block", "coasters"), GOLDEN)
def test_golden(game, block, coasters):
    if block.startswith("perft"):
        check_perft(game, block, coasters)
    else:
        lines = block.splitlines()
        match = meadhall.load("\n".join(line[2:] for line in lines[1:] if not line.startswith("claim")))
        claims = [line.removeprefix("claim ") for line in lines if line.startswith("claim ")]
        assert claims
        for claim in claims:
            assert holds(*at(match, claim)), claim


def check_perft(game, block, coasters):
    head, counts = block.strip().rsplit(": ", 1)
    options = dict(pair.split("=", 1) for pair in head.split()[1:])
    after = options.pop("after", "")
    position = options.pop("position", None)
    if position is not None:
        match = game.position(position.replace("_", " "), **options)
    else:
        if options.get("set") == "above":
            options["set"] = coasters
        players = int(options.pop("players", game.usual_players))
        match = game.new(players=players, chance="manual", **options)
    for action in filter(None, after.replace("_", " ").split(";")):
        match.play(action)
    expected = [int(count) for count in counts.split()]
    assert [perft(match, depth) for depth in range(1, len(expected) + 1)] == expected
