"""What learning programs see: what the table says, the same in every mode, and nothing that nobody knows."""

import random
from pathlib import Path

import numpy as np
from test_every_game import every_count, positions

import meadhall
from meadhall.core.observation import Observation, bare_parts
from meadhall.core.position import Position

GAMES = [meadhall.game(name) for name in meadhall.games()]


def seen(match, player):
    """What a player sees of a match, part by part."""
    observation = match.game.observation
    return observation.split(observation.of(match.state, player))


def entry(part, array, name):
    """The numbers of one entry: some planes, or some columns."""
    at = 0
    for one in part.entries:
        if one.name == name:
            span = slice(at, at + one.many)
            return array[span] if len(array.shape) == 3 else array[..., span]
        at += one.many
    raise KeyError(name)


def said(match, player, part, name):
    parts = {one.name: one for one in match.game.observation.parts}
    return entry(parts[part], seen(match, player)[part], name)


@every_count
def test_a_seed_that_decides_the_future_cannot_be_seen(game, players):
    rng = random.Random(2)
    match, twin = game.new(players=players, seed=5), game.new(players=players, chance="manual")  # its seed is another
    for _ in range(25):
        for action in match.history[len(twin.history) :]:
            twin.play(action)
        for player in range(players):
            assert (game.observation.of(match.state, player) == game.observation.of(twin.state, player)).all()
        if match.over:
            break
        match.play(rng.choice(match.actions()))


def test_the_highest_numbers_are_reached():
    haugaz, islands = meadhall.game("haugaz"), meadhall.game("land-ahoy")
    match = haugaz.position("b119-------/" + "/".join(["w1w1w1w1w1w1w1w1"] * 7) + " b - 0")
    assert seen(match, 0)["board"].max() == 119 < haugaz.observation.parts[0].highest.max() == 127
    coasters = islands.default_set()
    for coaster in coasters["coaster"]:
        coaster["treasures"] = 9 if coaster["id"] == coasters["coaster"][0]["id"] else 0
    match = islands.new(set=coasters, seed=1)
    assert said(match, 0, "board", "face_down").max() == 9
    parts = {part.name: part for part in islands.observation.parts}
    assert entry(parts["table"], parts["table"].highest, "hidden").tolist() == [3, 2, 1, 2, 1]
    assert said(match, 0, "table", "hidden").tolist() == [3, 2, 1, 2, 1]


def test_what_is_left_over_in_the_array_of_haugaz_does_not_show():
    game, seen, again = meadhall.game("haugaz"), {}, 0
    for seed in range(40):
        for state in positions(game, 2, seed, {"size": 3}):
            view, now = (
                repr(game.view(Position(game, game.setup(2, {}), state))),
                game.observation.of(state, 0).tobytes(),
            )
            again += view in seen
            assert seen.setdefault(view, now) == now
    assert again > 50


def test_the_tables_of_the_document_are_what_the_games_show():
    text = (Path(__file__).parents[2] / "docs" / "rl.md").read_text("utf-8")
    sections = dict(section.split("\n", 1) for section in text.split("\n### ")[1:])
    games = {game.title["en"]: game for game in GAMES if game.title["en"] in sections}
    assert len(games) >= 3
    for title, game in games.items():
        assert game.observation.table() in sections[title]
        assert f"{game.observation.size:,} bytes" in sections[title]
        assert f"| {title} | {game.action_codes:,} actions |" in text


def test_haugaz_shows_stacks_from_the_side_of_the_player():
    match = meadhall.game("haugaz").position("----/-b1--/--w9-/---- b - 1")
    ones = [tuple(np.argwhere(said(match, player, "board", "own")[0])[0]) for player in (0, 1)]
    assert ones == [(2, 1), (1, 2)]  # b3 and c2
    others = [tuple(np.argwhere(said(match, player, "board", "other")[0])[0]) for player in (0, 1)]
    assert others == ones[::-1]
    assert said(match, 0, "board", "height")[0][1, 2] == 9
    assert said(match, 0, "board", "height_is")[:, 1, 2].tolist() == [0, 0, 0, 0, 0, 0, 0, 1]
    assert said(match, 0, "board", "height_is")[:, 2, 1].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert said(match, 0, "board", "points").sum() == 16
    assert [said(match, player, "table", "decides")[0] for player in (0, 1)] == [1, 0]
    assert [said(match, player, "table", "black")[0] for player in (0, 1)] == [1, 0]
    assert said(match, 1, "table", "passes")[0] == 1


def test_haugaz_shows_the_stack_just_placed_and_nobody_owns_one_before_the_pie_is_cut():
    match = meadhall.game("haugaz").new(size=4)
    match.play("b2")
    assert (seen(match, 0)["board"] == seen(match, 1)["board"]).all()
    for action in ("c3", "black", "a1"):
        match.play(action)
    assert np.argwhere(said(match, 1, "board", "placed")[0]).tolist() == [[0, 0]]
    assert said(match, 1, "table", "phase").tolist() == [0, 0, 0, 0, 1, 0]


def test_new_shores_shows_every_coaster_as_the_view_tells_it():
    match = meadhall.game("new-shores").new(players=3, seed=8, honky_tonk="on")
    rng = random.Random(8)
    while not match.over:
        view, row = match.view(1), {coaster["id"]: i for i, coaster in enumerate(match.view(1)["coasters"])}
        laid, left = said(match, 1, "coasters", "laid"), said(match, 1, "coasters", "left")
        assert [int(number) for number in laid.ravel() if number] == sorted_orders(view, row)
        assert {name for name in row if left[row[name], 0]} == set(view["pile"])
        hand = [name for name in row if said(match, 1, "coasters", "hand")[row[name], 0]]
        assert hand == ([view["hand"]] if view["hand"] else [])
        for one in view["laid"]:
            x, y = one["at"]
            assert said(match, 1, "map", "coaster")[0, x + 12, y + 12] == row[one["id"]] + 1
            for kind in ("land", "forest", "water"):
                marks = said(match, 1, "coasters", kind)[row[one["id"]]]
                assert marks.tolist() == [int(one["fields"][field] == kind) for field in ("NW", "NE", "SW", "SE")]
            for mark in ("gold", "shield"):
                marks = said(match, 1, "coasters", mark)[row[one["id"]]]
                on = {found["on"] for found in one["marks"] if found["is"] == mark}
                assert {spot for spot, here in zip(SPOTS, marks, strict=True) if here} == on
            for found in one["marks"]:
                if found["is"] == "die":
                    die = seen(match, 1)["die"][found["number"] - 1]
                    assert die[0] == row[one["id"]] + 1 and die[1 + SPOTS.index(found["on"])] == 1
                    assert die[5] == (found["arrow"] == "vertical")
        match.play(rng.choice(match.actions()))


SPOTS = ("NW", "NE", "SW", "SE", "N", "E", "S", "W")


def sorted_orders(view, row):
    """As which each coaster was laid, in the order of the set."""
    orders = {row[one["id"]]: i for i, one in enumerate(view["laid"], 1)}
    return [orders[i] for i in sorted(orders)]


def test_new_shores_tells_players_in_the_order_of_play_from_oneself():
    match = meadhall.game("new-shores").new(players=3, seed=8)
    rng = random.Random(8)
    while not match.over:
        match.play(rng.choice(match.actions()))
    view, scores = match.view(None), match.scores
    for player in range(3):
        order = [(player + k) % 3 for k in range(3)]
        assert said(match, player, "players", "score").ravel().tolist() == [scores[p] for p in order]
        assert said(match, player, "players", "hagars_left").ravel().tolist() == [view["hagars_left"][p] for p in order]
        hagars = said(match, player, "coasters", "hagars").reshape(12, 3, 4).sum(axis=(0, 2)).tolist()
        on_table = [sum(t["is"] == "hagar" and t["player"] == p for t in view["tokens"]) for p in order]
        assert hagars == on_table
    axis, line = int(view["doubled"]["arrow"] == "horizontal"), view["doubled"]["line"]
    orders = {number for number, one in enumerate(view["laid"], 1) if one["at"][axis] == line // 2}
    on_line = said(match, 0, "coasters", "doubled").any(axis=1)
    assert orders == set(said(match, 0, "coasters", "laid")[on_line].ravel().tolist())


def test_land_ahoy_shows_islands_tokens_and_hands_as_the_view_tells_them():
    match = meadhall.game("land-ahoy").new(players=3, seed=4)
    rng = random.Random(4)
    names = [column + row for column in "abcdef" for row in "123456"]
    while not match.over:
        view = match.view(2)
        land = {field for island in view["islands"] for field in island["fields"]}
        assert {name for name, on in zip(names, said(match, 2, "board", "land").ravel(), strict=True) if on} == land
        for island in view["islands"]:
            at = names.index(island["name"])
            assert said(match, 2, "board", "face_down").ravel()[at] == island["face_down"]
            numbers = said(match, 2, "board", "open").reshape(5, 36)[:, at].tolist()
            assert numbers == [island["open"].count(token) for token in TOKENS]
        for k in range(3):
            hand = said(match, 2, "hands", "held")[k].tolist()
            assert hand == [view["hands"][(2 + k) % 3].count(token) for token in TOKENS]
            assert said(match, 2, "hands", "score")[k] == match.breakdown()["scores"][(2 + k) % 3]
        assert not seen(match, 2)["hands"][3].any()
        assert said(match, 2, "table", "seat").tolist() == [0, 0, 1, 0]
        assert said(match, 2, "table", "hidden").tolist() == list(view["face_down"].values())
        match.play(rng.choice(match.actions()))


TOKENS = (1, 2, 3, "sven", "hagar")


def test_a_game_that_says_nothing_shows_the_bytes_of_its_array():
    game = meadhall.game("haugaz")
    bare = Observation("meadhall.core.observation_writers", bare_parts(game.rules().STATE_SIZE))
    state = game.new(size=5, seed=1).state
    parts = bare.split(bare.of(state, 1))
    assert parts["player"].tolist() == [1]
    words = np.ascontiguousarray(parts["array"]).view(np.int64).ravel()
    assert (words == state).all() and state.min() < 0
    out = np.empty(bare.size, np.uint8)
    bare.function("compiled")(state, 1, out)
    assert (out == bare.of(state, 1)).all()
