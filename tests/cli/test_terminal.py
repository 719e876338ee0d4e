"""The game in the terminal: whole games, commands, and nonsense at the prompt."""

import io

import pytest

import meadhall

GAMES = ("haugaz", "land-ahoy", "new-shores")


ENDS = {"en": "The end", "de": "Schluss"}
WHOLE_GAMES = {
    "haugaz": "play haugaz -o size=3 --level 1 --seed 1",
    "new-shores": "play new-shores --players 1 --seed 1",
    "land-ahoy": "play land-ahoy --level 1 --seed 1",
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("command", WHOLE_GAMES.values(), ids=WHOLE_GAMES.keys())
def test_a_game_is_played_to_its_end(fine, command, lang):
    out = fine(*command.split(), "--lang", lang, typed="1\n" * 2000)
    assert ENDS[lang] in out.splitlines()
    assert ENDS["de" if lang == "en" else "en"] not in out.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_alone(fine, game):
    assert "The end" in fine("play", game, "--people", "0", "--level", "1")


@pytest.mark.parametrize(("system", "word"), [("de_DE.UTF-8", "Bis bald."), ("C", "Bye.")])
def test_the_language_is_the_systems(fine, monkeypatch, system, word):
    monkeypatch.setenv("LANG", system)
    assert word in fine("play", "haugaz", typed="quit\n")


def test_plain_has_no_escape_codes_where_the_terminal_would_get_colours(fine, monkeypatch):
    typed = "rules\n\nq\nhint\n?\na1\n" + "1\n" * 50
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in fine("play", "haugaz", "-o", "size=3", typed=typed)
    for game in GAMES:
        assert "\x1b" not in fine("play", game, "--level", "1", "--plain", typed=typed)


COMMAND_WORDS = {
    "en": ("hint undo rules save quit", "Hint: ", "Taken back.", "Saved: ", "Say where to", "Bye."),
    "de": ("tipp zurück regeln sichern ende", "Tipp: ", "Zurückgenommen.", "Gesichert: ", "Sag, wohin", "Bis bald."),
}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_commands_of_the_prompt(fine, lang, tmp_path):
    typed, *answers = COMMAND_WORDS[lang]
    hint, undo, rules, save, quit_ = typed.split()
    typed = [hint, "a1", undo, "b2", save, f"{save} my game.txt", rules, "q", "?", quit_]
    out = fine("play", "haugaz", "--people", "2", "-o", "size=3", "--lang", lang, typed="\n".join(typed) + "\n")
    assert all(words in out for words in (*answers, "1 a1")), out
    assert meadhall.load((tmp_path / "my game.txt").read_text("utf-8")).history == ["b2"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_hint_says_what_the_action_is_good_for(fine, lang):
    match, bot = meadhall.game("land-ahoy").new(seed=1), meadhall.bot("land-ahoy", level=1)
    out = fine("play", "land-ahoy", "--people", "2", "--seed", "1", "--lang", lang, typed="hint\nquit\n")
    hints = [f": {action}. {bot.explain(match, action, lang)}" for action in match.actions()]
    assert sum(hint in " ".join(out.split()) for hint in hints) == 1, out


def test_undo_takes_back_the_bots_answer_too(fine, tmp_path):
    typed = "a1\nundo\nsave x.txt\nquit\n"
    out = fine("play", "haugaz", "-o", "size=3", "--level", "1", typed=typed)
    assert "Taken back." in out
    assert meadhall.load((tmp_path / "x.txt").read_text("utf-8")).history == []


NONSENSE = {
    "unknown text": ("dance", "an action is a point like c3"),
    "nought": ("0", "There is no action 0; there are 9."),
    "ten": ("10", "There is no action 10; there are 9."),
    "a long number": ("1" * 5000, "There is no action"),
    "minus": ("-1", "'-1'"),
    "a digit that is no ASCII": ("²", "an action is a point like c3"),
    "undo at the beginning": ("undo", "nothing to take back"),
    "save nowhere": ("save no/such/folder.txt", "cannot be written"),
    "save to a folder": ("save .", "cannot be written"),
    "save at nobody's home": ("save ~no-such-user/x.txt", "cannot be written"),
    "save with a zero byte": ("save a\0b", "cannot be written"),
    "markup": ("[bold]x[/bold] {0} :beer:", "[bold]x[/bold] {0} :beer:"),
}


@pytest.mark.parametrize(("text", "answer"), NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_at_the_prompt_is_answered_and_changes_nothing(fine, tmp_path, text, answer):
    typed = f"{text}\n\n   \nsave after.txt\nquit\n"
    out = fine("play", "haugaz", "--people", "2", "-o", "size=3", typed=typed)
    assert answer in " ".join(out.split())
    assert "Bye." in out
    assert meadhall.load((tmp_path / "after.txt").read_text("utf-8")).history == []


def test_a_number_with_noughts_before_it_is_not_cut_to_another_one(fine, tmp_path):
    fine("play", "haugaz", "--people", "2", "-o", "size=3", typed="0000000012\nsave x.txt\nquit\n")
    assert meadhall.load((tmp_path / "x.txt").read_text("utf-8")).history == []


def test_the_end_of_the_input_is_a_goodbye(fine):
    assert fine("play", "haugaz", typed="").endswith("Bye.\n")
    assert fine("play", "haugaz", typed="rules\n").endswith("Bye.\n")


def test_bytes_that_are_no_text_are_answered(fine):
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nquit\n"), "utf-8")
    assert "Bye." in fine("play", "haugaz", typed=stdin)


def test_who_names_no_game_may_choose_one(fine):
    out = fine("play", typed="2\nquit\n")
    assert "Which game?" in out and "Land Ahoy! You are Runa." in out


@pytest.mark.parametrize("typed", ["", "chess\n", "9\n"])
def test_who_chooses_no_game_is_told_the_games(run, typed):
    status, _, err = run("play", typed=typed)
    assert status == 2 and err.count("\n") == 1 and "haugaz, land-ahoy, new-shores" in err


def test_games_and_their_options_are_listed(fine):
    out = fine("games")
    assert all(word in out for word in ("haugaz", "-o movers=", "own = your own", "default 8", "1, 2, 3 players"))
    assert "Personen" in fine("games", "--lang", "de")


def test_own_dice_are_asked_for(fine):
    out = fine("play", "new-shores", "--own-dice", typed="hint\nroll 7\nstart 1\ndraw k01\n1\nquit\n")
    assert "Who starts? Type start" in out
    assert "a player from 1 to 2 starts" in out


def test_a_saved_game_goes_on(fine, tmp_path):
    fine("play", "land-ahoy", "--people", "2", "--seed", "1", typed="1\n1\nsave x.txt\nquit\n")
    saved = meadhall.load((tmp_path / "x.txt").read_text("utf-8"))
    fine("play", "land-ahoy", "--people", "2", "--load", "x.txt", typed="save y.txt\nquit\n")
    assert (tmp_path / "y.txt").read_text("utf-8") == saved.record()
    assert len(saved.history) > 4
    assert "The end" in fine("play", "land-ahoy", "--level", "1", "--load", "x.txt", typed="1\n" * 500)
