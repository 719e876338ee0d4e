"""The door for nets: what every evaluator promises, and what happens to files that are no net of ours."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import meadhall
from meadhall.games.haugaz import planes
from meadhall.search import by_name, nets
from meadhall.search.levels import analyst, recipe
from meadhall.search.mcts_bot import MctsBot
from meadhall.search.puct_bot import PuctBot

GAMES = [meadhall.game(name) for name in meadhall.games()]
HAUGAZ = meadhall.game("haugaz")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Session:
    """Stands for a loaded net that likes passing, and points that it sees far up."""

    def run(self, outputs, inputs):
        assert outputs == ["logits", "values"]
        seen = inputs["planes"]
        assert seen.dtype == np.uint8 and seen.shape[1:] == (planes.POINTS, planes.PLANES)
        logits = np.tile(np.arange(planes.CODES, dtype=np.float32), (len(seen), 1))
        return logits, np.full((len(seen), 1), 0.25, np.float32)


def some_states(game):
    match, states = game.new(seed=3), []
    while len(states) < 8:
        states.append(match.state)
        legal = match.actions()
        match.play(legal[3 * len(states) % len(legal)])
    return np.stack(states)


@pytest.fixture
def room_with(tmp_path, monkeypatch):
    """Put another file in the place of the net of Haugaz."""

    def put(content):
        path = tmp_path / "net.onnx"
        if content is not None:
            path.write_bytes(content)
        monkeypatch.setattr(nets, "net_file", lambda game: path)
        nets.find_net.cache_clear()
        return path

    yield put
    nets.find_net.cache_clear()


@every_game
def test_even_likes_all_legal_actions_alike_and_calls_every_position_open(game):
    states = some_states(game)
    priors, values = nets.Even(game).evaluate(states)
    assert values.tolist() == [0.5] * len(states)
    assert priors.shape == (len(states), game.rules().MAX_ACTIONS)
    for state, row in zip(states, priors, strict=True):
        count = len(game.codes(state))
        assert np.allclose(row[:count], 1 / count) and not row[count:].any()


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_a_net_shares_among_legal_actions_only(mode):
    states = some_states(HAUGAZ)
    priors, values = nets.Net(HAUGAZ, Session(), mode).evaluate(states, seed=1)
    assert np.allclose(priors.sum(axis=1), 1) and values.tolist() == [0.25] * len(states)
    for state, row in zip(states, priors, strict=True):
        count = len(HAUGAZ.codes(state))
        assert row[:count].all() and not row[count:].any()


def test_the_shipped_net_plays_haugaz_and_is_small():
    assert isinstance(nets.find_net(HAUGAZ), nets.Net)
    assert nets.net_file(HAUGAZ).stat().st_size < 3_000_000


def test_the_shipped_net_judges_a_turned_position_alike():
    """It was taught with all eight views of a board, so they should not differ by much."""
    state = HAUGAZ.position("--------/-b1------/--------/--------/--------/--------/-----w1--/-------- b - 0").state
    judged = [float(nets.find_net(HAUGAZ).evaluate(state[None], seed)[1][0]) for seed in range(16)]
    assert len(set(judged)) > 1 and max(judged) - min(judged) < 0.2


@pytest.mark.parametrize("game", [game for game in GAMES if game is not HAUGAZ], ids=lambda game: game.name)
def test_where_no_net_lies_in_the_room_none_is_found(game):
    assert nets.find_net(game) is None


def shipped():
    return nets.net_file(HAUGAZ).read_bytes()


UNFIT = {
    "missing": (lambda: None, "there is no net at"),
    "empty": (lambda: b"", "is damaged"),
    "no net at all": (lambda: b"# A recipe for mead\n" * 40, "is damaged"),
    "cut off": (lambda: shipped()[:100_000], "is damaged"),
    "of another game": (lambda: shipped().replace(b"haugaz", b"hnefta"), "plays hnefta, not haugaz"),
    "of other rules": (
        lambda: shipped().replace(nets.fingerprint(HAUGAZ).encode(), b"0123456789abcdef"),
        "was made for other rules of haugaz",
    ),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_an_unfit_net_is_refused_in_one_sentence(kind, room_with):
    content, sentence = UNFIT[kind]
    path = room_with(content())
    with pytest.raises(meadhall.UnfitNet, match=sentence) as refused:
        nets.read_net(HAUGAZ, path)
    assert "\n" not in str(refused.value)
    with pytest.raises(meadhall.UnfitNet, match=sentence):
        by_name(f"net:5@{path}", HAUGAZ, 1)


@pytest.mark.parametrize("kind", UNFIT)
def test_without_its_net_a_game_is_searched_as_before_and_says_so_once(kind, room_with):
    room_with(UNFIT[kind][0]())
    with pytest.warns(UserWarning, match="search without a net"):
        bot = recipe(HAUGAZ, 5)(HAUGAZ, 1, "rank")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        others = [recipe(HAUGAZ, 4)(HAUGAZ, 1, "rank"), analyst(HAUGAZ, 1)]
    for player in (bot, *others):
        assert isinstance(player, MctsBot) and not isinstance(player, PuctBot)
    match = HAUGAZ.new(seed=1, size=3)
    match.play(bot.choose(match))


def test_without_onnxruntime_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(meadhall.UnfitNet, match="pip install onnxruntime"):
        nets.read_net(HAUGAZ, nets.net_file(HAUGAZ))


def test_the_levels_that_search_use_the_net():
    assert [isinstance(recipe(HAUGAZ, level)(HAUGAZ, 1, "rank"), PuctBot) for level in range(1, 6)] == [
        False, False, True, True, True,
    ]  # fmt: skip
    assert isinstance(analyst(HAUGAZ, 1), PuctBot)


def test_importing_the_library_loads_no_net():
    code = "import meadhall, sys; meadhall.bot('haugaz', level=2); print('onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
