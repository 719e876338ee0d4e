"""The command `meadhall`: what it prints, and one sentence on stderr with status 2 for wrong use."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import meadhall

GAMES = ("haugaz", "land-ahoy", "new-shores")
TABLE = {
    "players": 2,
    "coasters": [{"id": "k01", "at": [0, 0], "turn": 1}, {"id": "k02", "at": [1, 0], "turn": 0}],
    "tokens": [{"is": "hagar", "player": 0, "at": [0, 0], "field": "NE"}],
    "die": 4,
}
TABLE_TOML = """
players = 2
die = 4
coasters = [{ id = "k01", at = [0, 0], turn = 1 }, { id = "k02", at = [1, 0], turn = 0 }]
tokens = [{ is = "hagar", player = 0, at = [0, 0], field = "NE" }]
"""
COASTER = '[[coaster]]\nid = "mine{}"\nfields = ["land forest", "water land"]\n'


def finished(game, **options):
    """A finished match in which the first action was always taken."""
    match = meadhall.game(game).new(seed=7, **options)
    while not match.over:
        match.play(match.actions()[0])
    return match


# -- help -------------------------------------------------------------------------------------------

COMMANDS = [
    *("games", "play", "simulate", "clairvoyant", "arena", "score", "print", "replay", "engine"),
    *("bench", "bench rules", "bench search", "bench serve", "bench batch", "bench peers", "bench selfplay"),
]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help(fine, command):
    help_text = fine(*command.split(), "--help")
    assert f"meadhall {command}".strip() in help_text and "--help" in help_text


def test_help_names_the_commands(fine):
    assert all(name in fine("--help") for name in ("play", "simulate", "score", "replay", "engine", "bench"))


# -- wrong use --------------------------------------------------------------------------------------

WRONG = {
    "command": ("dance", ["dance"]),
    "option": ("--dance", ["--dance"]),
    "play chess": ("play chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "play with an unknown flag": ("play haugaz --fast", ["--fast"]),
    "play for 3": ("play haugaz --players 3", ["3", "players can be 2"]),
    "play for x": ("play haugaz --players x", ["--players"]),
    "too many people": ("play haugaz --people 3", ["people", "3", "0 to 2"]),
    "fewer than no people": ("play haugaz --people -1", ["people", "-1", "0 to 2"]),
    "level": ("play haugaz --level 6", ["level", "6", "1, 2, 3, 4, 5"]),
    "level without bots": ("play haugaz --people 2 --level 6", ["level", "6", "1, 2, 3, 4, 5"]),
    "value of an option": ("play haugaz -o size=9", ["size", "9", "3, 4, 5, 6, 7, 8"]),
    "unknown option": ("play haugaz -o colour=9", ["colour", "size, movers, reach"]),
    "half an option": ("play haugaz -o size", ["size", "NAME=VALUE"]),
    "players as an option": ("play haugaz -o players=2", ["players"]),
    "seed as an option": ("play haugaz -o seed=2", ["seed"]),
    "chance as an option": ("play haugaz -o chance=auto", ["chance"]),
    "self as an option": ("play haugaz -o self=2", ["self"]),
    "set of a game without": ("play haugaz --set x.toml", ["set", "size, movers, reach"]),
    "set that is not there": ("play new-shores --set x.toml", ["x.toml", "there is no such file"]),
    "lang": ("play haugaz --lang fr", ["fr", "en, de"]),
    "empty seed": ("play haugaz --seed=", ["seed"]),
    "load nothing": ("play haugaz --load", ["--load"]),
    "load what is not there": ("play haugaz --load x.txt", ["x.txt", "there is no such file"]),
    "load a folder": ("play haugaz --load .", ["it is no file"]),
    "simulate nothing": ("simulate", ["GAME"]),
    "simulate chess": ("simulate chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "no games": ("simulate haugaz --games 0", ["--games"]),
    "half a game": ("simulate haugaz --games 0.5", ["--games"]),
    "unknown bot": ("simulate haugaz --bots clever", ["clever", "random, greedy"]),
    "no bot": ("simulate haugaz --bots=", ["bot", "random, greedy, level:1", "mcts:500"]),
    "three bots for two": ("simulate haugaz --bots greedy,greedy,random", ["3", "2"]),
    "simulate for 9": ("simulate land-ahoy --players 9", ["9", "2, 3, 4"]),
    "simulate with an option": ("simulate land-ahoy -o harbor=x", ["harbor", "'x'", "on"]),
    "seed in words": ("simulate haugaz --seed x", ["--seed"]),
    "picture of an unknown kind": ("simulate haugaz --games 1 --plot x.doc", [".doc", ".png"]),
    "picture in no folder": ("simulate haugaz --games 1 --plot no/x.png", ["no"]),
    "simulate in French": ("simulate haugaz --lang fr", ["fr", "en, de"]),
    "nobody at work": ("simulate haugaz --workers 0", ["--workers"]),
    "a cluster at no address": ("simulate haugaz --cluster here", ["here", "tcp://HOST:PORT"]),
    "workers of a cluster": ("simulate haugaz --cluster tcp://127.0.0.1:1 --workers 2", ["workers", "cluster"]),
    "unknown bot against the clairvoyant": ("clairvoyant --bot clever", ["clever", "random, greedy"]),
    "a clairvoyant who does not look": ("clairvoyant --simulations 0", ["--simulations"]),
    "a clairvoyant with an option": ("clairvoyant -o skulls=x", ["skulls", "'x'", "on"]),
    "score nothing": ("score", ["FILE"]),
    "score what is not there": ("score x.toml", ["x.toml", "there is no such file"]),
    "score in French": ("score x.toml --lang fr", ["fr", "en, de"]),
    "replay nothing": ("replay", ["FILE"]),
    "replay what is not there": ("replay x.txt", ["x.txt", "there is no such file"]),
    "replay in French": ("replay x.txt --lang fr", ["fr", "en, de"]),
    "engine of something": ("engine haugaz", ["haugaz"]),
    "bench of something": ("bench bots", ["bots"]),
    "bench of chess": ("bench rules chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "bench of searching chess": ("bench search chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "bench of a batch of chess": ("bench batch chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "bench of no games": ("bench batch haugaz --sizes 0", ["'0'", "1024,16384"]),
    "bench of some games": ("bench batch haugaz --sizes 10,many", ["'10,many'", "1024,16384"]),
    "bench on another device": ("bench batch haugaz --device tpu", ["'tpu'", "cpu, cuda"]),
    "bench of peers on another device": ("bench peers --device tpu", ["'tpu'", "cpu, cuda"]),
    "bench in no time": ("bench rules haugaz --seconds 0", ["--seconds"]),
    "bench for ever": ("bench rules haugaz --seconds inf", ["--seconds"]),
    "bench in words": ("bench rules haugaz --seconds nan", ["--seconds"]),
}  # fmt: skip


@pytest.mark.parametrize(("command", "words"), WRONG.values(), ids=WRONG.keys())
def test_wrong_use_gets_one_sentence_and_status_2(refused, command, words):
    sentence = refused(*command.split())
    assert all(word in sentence for word in words), sentence


@pytest.mark.parametrize("command", ["replay", "score", "play haugaz --load"])
def test_a_file_with_a_line_break_in_its_name_is_told_in_one_line(refused, command):
    refused(*command.split(), "no\nsuch.txt")


CONTENTS = {
    "nothing": b"",
    "no text": bytes(range(256)),
    "garbage": b"garbage",
    "megabytes of it": b"garbage\n" * 1_250_000,
    "half a record": finished("new-shores").record()[:200].encode(),
    "another version": finished("haugaz", size=3).record().replace("record 1", "record 2").encode(),
    "deep lists": b"a = " + b"[" * 100_000,
    "deep objects": b'{"a": ' * 100_000,
    "half a table": json.dumps(TABLE)[:50].encode(),
    "another table": json.dumps({**TABLE, "die": 7}).encode(),
    "no table": b"[1]",
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS.keys())
@pytest.mark.parametrize("command", ["replay x.txt", "score x.txt", "play haugaz --load x.txt"])
def test_a_file_of_something_else_gets_one_sentence(refused, tmp_path, command, content):
    (tmp_path / "x.txt").write_bytes(content)
    refused(*command.split())


@pytest.mark.parametrize("content", [b"", b"\xff", b"[[coaster", COASTER.encode(), b"a = " + b"[" * 5_000])
@pytest.mark.parametrize("command", ["play new-shores --set x.toml", "simulate land-ahoy --set x.toml"])
def test_a_bad_set_gets_one_sentence(refused, tmp_path, command, content):
    (tmp_path / "x.toml").write_bytes(content)
    refused(*command.split())


def test_a_record_of_another_game_is_not_played_on(refused, tmp_path):
    (tmp_path / "x.txt").write_text(meadhall.game("haugaz").new().record(), "utf-8")
    sentence = refused("play", "land-ahoy", "--load", "x.txt")
    assert "haugaz" in sentence and "land-ahoy" in sentence


def test_a_saved_game_says_itself_which_game_it_is(fine, refused, tmp_path):
    (tmp_path / "x.txt").write_text(meadhall.game("land-ahoy").new(seed=7).record(), "utf-8")
    told = fine("play", "--load", "x.txt", "--people", "2", "--lang", "en", typed="quit\n")
    assert "Land Ahoy!" in told and "Which game?" not in told
    assert "there is no such file" in refused("play", "--load", "y.txt", typed="haugaz\n")


def test_a_table_without_a_number_of_players_is_told_so(refused, tmp_path):
    (tmp_path / "table.json").write_text('{"coasters": []}')
    assert "players is missing; it is a whole number from 1 to 3" in refused("score", "table.json")
    (tmp_path / "hands.json").write_text('{"game": "land-ahoy", "hands": [[1], [2]], "players": null}')
    assert "players is missing; it is a whole number from 2 to 4" in refused("score", "hands.json")


@pytest.mark.parametrize("part", ["id", "at", "is", "field"])
def test_what_a_table_leaves_out_is_called_missing(refused, tmp_path, part):
    coaster, token = TABLE["coasters"][0], TABLE["tokens"][0]
    left = [{key: value for key, value in thing.items() if key != part} for thing in (coaster, token)]
    table = {**TABLE, "coasters": [left[0] if part == "id" else coaster], "tokens": [left[1]]}
    (tmp_path / "table.json").write_text(json.dumps(table))
    sentence = refused("score", "table.json")
    assert f"number 1: {part} is missing" in sentence and "None" not in sentence


def test_a_picture_that_cannot_be_written_gets_one_sentence(run, tmp_path):
    (tmp_path / "x.png").mkdir()
    status, _, err = run("simulate", "haugaz", "--games", "1", "-o", "size=3", "--bots", "random", "--plot", "x.png")
    assert (status, err.count("\n")) == (2, 1) and "x.png" in err


# -- replay and score -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dress", ["{}", "\ufeff{}", "crlf"])
def test_replay_tells_every_action_of_a_record(fine, tmp_path, game, dress):
    match = finished(game)
    record = match.record()
    text = record.replace("\n", "\r\n") if dress == "crlf" else dress.format(record)
    (tmp_path / "x.txt").write_bytes(text.encode())
    out = fine("replay", "x.txt", "--plain")
    assert len(re.findall(r"^ *\d+  \S", out, re.MULTILINE)) >= len(match.history)
    assert f"{len(match.history):4}  " in out
    assert fine("replay", "x.txt", "--lang", "de") != out


@pytest.mark.parametrize(("lang", "words"), [("en", "not over yet"), ("de", "noch nicht zu Ende")])
def test_replay_of_an_open_game_says_so(fine, tmp_path, lang, words):
    (tmp_path / "x.txt").write_text(meadhall.game("haugaz").new().record(), "utf-8")
    assert words in fine("replay", "x.txt", "--lang", lang)


@pytest.mark.parametrize("content", [TABLE_TOML, json.dumps(TABLE)], ids=["TOML", "JSON"])
def test_score_of_a_file_is_that_of_python(fine, tmp_path, content):
    (tmp_path / "table").write_text(content, "utf-8")
    breakdown = meadhall.game("new-shores").score(TABLE)
    assert json.loads(fine("score", "table", "--json")) == json.loads(json.dumps(breakdown))
    english, german = fine("score", "table"), fine("score", "table", "--lang", "de")
    assert "Runa" in english and "Runa" in german and english != german


def test_the_path_of_a_set_is_meant_from_where_the_table_lies(fine, refused, tmp_path):
    folder = tmp_path / "pub"
    folder.mkdir()
    (folder / "set.toml").write_text("".join(COASTER.format(n) for n in range(12)), "utf-8")
    table = {"players": 1, "set": "set.toml", "coasters": [{"id": "mine3", "at": [0, 0]}]}
    (folder / "table.json").write_text(json.dumps(table), "utf-8")
    assert json.loads(fine("score", "pub/table.json", "--json"))["scores"] == [0]
    (folder / "table.json").write_text(json.dumps({**table, "set": "other.toml"}), "utf-8")
    assert "other.toml" in refused("score", "pub/table.json")


def test_replay_says_who_owes_a_beer(fine, tmp_path):
    golden = Path(meadhall.__file__).parent / "games/new_shores/golden.txt"
    block = next(b for b in re.split(r"^game ", golden.read_text("utf-8"), flags=re.MULTILINE) if "owes" in b)
    record = [line[2:] for line in block.splitlines()[1:] if not line.startswith(("claim", "perft"))]
    (tmp_path / "beer.txt").write_text("\n".join(record), "utf-8")
    assert "Ulf owes Runa 1 beer." in fine("replay", "beer.txt")
    assert "Ulf schuldet Runa 1 Bier." in fine("replay", "beer.txt", "--lang", "de")


# -- simulate and bench -----------------------------------------------------------------------------


def test_simulate_prints_json_that_the_seed_repeats(run):
    arguments = ["simulate", "land-ahoy", "--players", "3", "--games", "3", "--bots", "random", "--seed", "5", "--json"]
    status, out, _ = run(*arguments)
    summary = json.loads(out)
    assert (status, summary["game"], summary["games"], len(summary["seats"])) == (0, "land-ahoy", 3, 3)
    assert run(*arguments)[1] == out
    assert run(*arguments[:-2], "6", "--json")[1] != out


def test_simulate_prints_a_table_and_the_ranks(run):
    status, out, _ = run(*["simulate", "new-shores", "--players", "1", "--games", "5", "--bots", "random"])
    assert status == 0
    assert "Off to New Shores! – 5 games" in out and "random" in out and "drunkard" in out


# -- as a program -----------------------------------------------------------------------------------


def python(code, *arguments, typed=b""):
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, input=typed, capture_output=True, timeout=60, check=False)


def test_the_program_ends_with_status_2_and_one_line():
    done = python("from meadhall.cli import main; main()", "play", "chess")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"meadhall: ") and done.stderr.count(b"\n") == 1


def test_importing_the_package_loads_nothing_heavy():
    done = python("import sys, meadhall; meadhall.games(); print(*sorted({m.partition('.')[0] for m in sys.modules}))")
    loaded = set(done.stdout.decode().split())
    assert done.returncode == 0 and "meadhall" in loaded
    heavy = {"numba", "llvmlite", "numpy", "matplotlib", "rich", "typer", "http", "socketserver", "sqlite3", "asyncio"}
    servers = {"uvicorn", "starlette", "fastapi", "aiohttp", "tornado", "sqlalchemy"}
    assert not loaded & (heavy | servers)


def test_playing_a_whole_game_does_not_load_the_compiler():
    code = (
        "import sys, meadhall\nmatch, bot = meadhall.game('haugaz').new(size=3), meadhall.bot('haugaz', level=2)\n"
        "while not match.over: match.play(bot.choose(match))\nprint('numba' in sys.modules)"
    )
    assert python(code).stdout == b"False\n"
