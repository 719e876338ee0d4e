"""White space around an action is no part of it, wherever actions come in."""

import itertools
import json

import pytest
from test_every_game import every_game, played

import meadhall
from meadhall.core.game import CHANCE
from meadhall.engine import Engine


@pytest.mark.parametrize("chance", ["auto", "manual"])
@every_game
def test_white_space_around_an_action_does_not_matter(game, chance):
    match = played(game, max(game.players), {}, 10, chance=chance)
    spaced = game.new(players=max(game.players), seed=10, chance=chance)
    ways = itertools.cycle([" {}", "{}\n", "\t{}\r\n", " \n\t{} \t "])
    for entry in match.entries:
        if entry.actor != CHANCE or chance == "manual":
            action = next(ways).format(entry.text)
            assert spaced.meant(action) == entry
            spaced.play(action)
    assert spaced == match and spaced.record() == match.record()


@every_game
def test_white_space_around_the_lines_of_a_record_and_the_actions_of_the_engine_does_not_matter(game):
    match = played(game, max(game.players), {}, 11, 25, chance="manual")
    head, body = match.record().split("\n\n", 1)
    assert meadhall.load(head + "\n\n" + body.replace("\n", "\t \n\t ")) == match
    engine = Engine()
    assert '"ok": true' in engine.answer(
        json.dumps({"id": 1, "do": "new", "game": game.name, "players": match.players, "chance": "manual"})
    )
    for action in match.history:
        assert '"ok": true' in engine.answer(json.dumps({"id": 2, "do": "play", "action": f"\t{action} \n"}))
    assert json.loads(engine.answer('{"id": 3, "do": "record"}'))["record"] == match.record()
