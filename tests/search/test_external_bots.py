"""Bots that are commands: they sit at the table like all others, and lose their game when they misbehave."""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import meadhall
from meadhall.lab import arena
from meadhall.search import external_bots
from meadhall.search.simple import Random

GUEST = Path(__file__).parents[1] / "support" / "bot_program.py"
EXAMPLE = Path(__file__).parents[2] / "examples/bot.mjs"


def command(manner):
    return shlex.join([sys.executable, str(GUEST), manner])


def against(manner, game="haugaz", limit=10.0, number=0):
    """A game of a guest against a random bot."""
    options = {"size": 3} if game == "haugaz" else {}
    tournament = arena.tournament(meadhall.game(game), [command(manner), "random"], None, options, 1, limit)
    return arena.play_game(arena.Job(tournament, number, True))


@pytest.mark.parametrize("game", meadhall.games())
def test_a_guest_plays_a_whole_game_and_learns_of_dice_as_they_turn_up(game):
    played = against("plays", game)
    assert played.forfeit is None and played.decisions[0] > 0 < played.seconds[0]
    match = meadhall.load(played.record)
    assert match.over and match.history


MISDEEDS = {
    "dies": "died with status 3: I feel unwell",
    "hangs": "did not answer choose in 0.3 s",
    "cheats": "illegal action 'z9'",
    "refuses": "answered choose with an error: no mood",
    "answers late": "answered choose with",
    "says nothing": "chose no action but None",
    "babbles": "answered choose with 'skål!'",
}


@pytest.mark.parametrize(("manner", "why"), MISDEEDS.items())
def test_a_guest_that_misbehaves_forfeits_its_game(manner, why):
    played = against(manner, limit=0.3 if manner == "hangs" else 10.0, number=1)
    assert played.seats == (1, 0)
    assert played.forfeit["seat"] == 1 and played.forfeit["why"].startswith(why), played.forfeit
    assert (played.results, played.scores, played.winners) == ([1.0, 0.0], None, ())


def test_a_guest_that_is_no_bot_at_all_forfeits_at_its_first_turn():
    for name in ("cat", "true"):
        tournament = arena.tournament(meadhall.game("haugaz"), [name, "random"], None, {"size": 3}, 1)
        played = arena.play_game(arena.Job(tournament, 0, False))
        assert played.forfeit["seat"] == 0 and played.actions == 0


def test_a_guest_that_hangs_is_gone_afterwards():
    guest = external_bots.ExternalBot(command("hangs"), 0.1)
    match = meadhall.game("haugaz").new(size=3)
    guest.catch_up(match)
    with pytest.raises(external_bots.Forfeit):
        guest.choose(match)
    process = guest._process
    guest.close()
    assert process.returncode == -9


def test_a_bot_of_ours_that_raises_forfeits_too(monkeypatch):
    def stumble(self, match):
        raise RuntimeError("stumbled")

    monkeypatch.setattr(Random, "choose", stumble)
    tournament = arena.tournament(meadhall.game("haugaz"), ["greedy", "random"], None, {"size": 3}, 1)
    played = arena.play_game(arena.Job(tournament, 0, False))
    assert played.forfeit == {"seat": 1, "why": "RuntimeError: stumbled"}


def test_after_a_forfeit_the_others_share_what_there_is_to_win(monkeypatch):
    monkeypatch.setattr(Random, "choose", lambda self, match: "nonsense")
    for game, others in (("new-shores", 0.5), ("land-ahoy", 1.0)):
        tournament = arena.tournament(meadhall.game(game), ["random", "random", "random"], 3, {}, 1)
        played = arena.play_game(arena.Job(tournament, 0, False))
        assert sorted(played.results) == [0.0, others, others] and played.results[played.forfeit["seat"]] == 0


def test_the_guest_of_the_documents_plays(tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "bot.py").write_text(code, "utf-8")
    bots = [shlex.join([sys.executable, str(tmp_path / "bot.py")]), "random"]
    tournament = arena.tournament(meadhall.game("land-ahoy"), bots, 2, {}, 1)
    assert arena.play_game(arena.Job(tournament, 0, False)).forfeit is None


def test_the_example_in_another_language_beats_chance(monkeypatch):
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert node, "the dev group of pyproject.toml brings Node along"
    monkeypatch.setenv("MEADHALL_COMMAND", f"{sys.executable} -m meadhall")
    dice = "let n = 7; Math.random = () => (n = (n * 16807) % 2147483647) / 2147483647"  # that fall alike every time
    bots = [shlex.join([node, "--import", f"data:text/javascript,{dice}", str(EXAMPLE)]), "random"]
    tournament = arena.tournament(meadhall.game("new-shores"), bots, 2, {}, 1)
    played = [arena.play_game(arena.Job(tournament, number, False)) for number in range(2)]
    assert [game.forfeit for game in played] == [None, None]
    points = [sum(game.scores[game.seats.index(bot)] for game in played) for bot in (0, 1)]
    assert points[0] > points[1]


def test_a_guest_is_told_of_a_position_as_one():
    match = meadhall.game("haugaz").position("----/b1-w1-/----/---- b - 0")
    guest = external_bots.ExternalBot(command("plays"), 10.0)
    try:
        guest.catch_up(match)
        assert guest.choose(match) == match.actions()[0]
    finally:
        guest.close()


def test_the_tournament_goes_on_after_forfeits():
    tournament = arena.tournament(meadhall.game("haugaz"), [command("dies"), "random"], None, {"size": 3}, 1)
    played = list(arena.play(tournament, range(2), workers=1))
    assert sorted(game.number for game in played) == [0, 1]
    assert all(game.forfeit for game in played)


@pytest.mark.parametrize("name", ["no-such-program --fast", "'half a quote", "", "/"])
def test_a_name_that_is_neither_bot_nor_command_is_refused(name):
    with pytest.raises(meadhall.BadOption, match="speaks the engine's protocol"):
        arena.tournament(meadhall.game("haugaz"), [name, "random"], None, {}, 1)
