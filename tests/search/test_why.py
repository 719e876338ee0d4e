"""What bots say about an action: true, short and in both languages, wherever one asks."""

import random
import re

import land_ahoy_table as ahoy
import pytest
from refusals import AHOY, HAUGAZ, SHORES, every_moment, everything, played, refused_unchanged
from test_every_game import every_setup, unfinished

import meadhall
from meadhall.core.position import Position


def some_moments(game, players, options, seed):
    """A few decisions of a seeded game, with some of their actions."""
    rng = random.Random(f"{game.name} {players} {options} {seed}")
    for actions in (0, 1, 2, 12, 45):
        match = unfinished(game, players, options, seed, actions)
        legal = match.actions()
        for action in rng.sample(legal, min(2, len(legal))):
            yield match, action


def parts(text):
    return re.split(r"(?<=[.!]) ", text)


@every_setup
def test_every_action_is_explained_in_a_sentence_or_two_that_change_nothing(game, players, options):
    bot = meadhall.bot(game.name, level=1)
    for match, action in some_moments(game, players, options, 1):
        before = match.history, match.state.tolist()
        texts = [bot.explain(match, action, lang) for lang in ("en", "de")]
        for text in texts:
            assert 1 <= len(parts(text)) <= 2, text
            assert all(re.fullmatch(r"\S.*\w[\w)]*[.!]", part) for part in parts(text)), text
            assert not re.search(r"None|[{}\[\]]|  ", text), text
        assert texts[0] != texts[1]
        assert (match.history, match.state.tolist()) == before


def after(match, action):
    """The rules' array after an action, before dice and draws."""
    state = match.state
    for code in match.game.read(Position(match.game, match.setup, state), action):
        match.game.rules().apply(state, code)
    return state


NAMES = ("Runa", "Ulf", "Tuva", "Knut")
CHANGES = (
    (r": (minus )?(\d+) points?", lambda found, me: (NAMES[me], -1 if found[1] else 1, found[2])),
    (r"(\w+) (gets|loses) (\d+) points?", lambda found, me: (found[1], 1 if found[2] == "gets" else -1, found[3])),
    (r"(\d+) points? (more|fewer) for (\w+)", lambda found, me: (found[3], 1 if found[2] == "more" else -1, found[1])),
)


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("seed", range(2))
def test_points_that_new_shores_names_are_the_changes_of_the_scores(players, seed):
    bot, rng = meadhall.bot("new-shores", level=1), random.Random(seed)
    match, named = SHORES.new(players=players, seed=seed), 0
    while not match.over:
        legal = match.actions()
        for action in rng.sample(legal, min(3, len(legal))):
            text, me = bot.explain(match, action), match.actor
            told = dict.fromkeys(NAMES[:players], 0)
            for pattern, read in CHANGES:
                for found in re.finditer(pattern, text):
                    who, sign, points = read(found, me)
                    told[who] = sign * int(points)
            told.update({who: int(change) for who, change in re.findall(r"(\w+) \d+ \(([+-]\d+)\)", text)})
            old, new = match.breakdown()["scores"], SHORES.scores(after(match, action), players)
            assert list(told.values()) == [new[p] - old[p] for p in range(players)], text
            named += any(told.values())
        match.play(rng.choice(legal))
    assert named > 5


def test_percents_that_land_ahoy_names_are_its_odds():
    claims = {"a 1": "take 1", "a 2": "take 2", "the 3": "take 3", "the Chief": "take hagar"}
    bot, checked = meadhall.bot("land-ahoy", level=1), 0
    for seed in range(8):
        rng, match = random.Random(seed), AHOY.new(seed=seed)
        while not match.over and len(match.history) < 60:
            if match.view(None)["phase"] == "keep":
                for action in match.actions()[1:]:
                    for percent, prize in re.findall(r"(\d+) % for ([^,.]+)[,.]", bot.explain(match, action)):
                        if prize in claims:
                            chance = meadhall.odds(match)[action][claims[prize]]
                            assert int(percent) == round(100 * chance)
                            checked += 1
            match.play(rng.choice(match.actions()))
    assert checked > 30


TOKEN_WORDS = {1: r"a 1\b", 2: r"a 2\b", 3: r"the 3\b", "sven": r"a Lucky Fellow(?!')", "hagar": "the Chief"}


def test_no_token_is_named_before_it_has_been_seen():
    bot, looked = meadhall.bot("land-ahoy", level=1), 0
    for seed in range(3):
        rng, match = random.Random(seed), AHOY.new(players=3, seed=seed)
        while not match.over and len(match.history) < 50:
            view = match.view(None)
            seen = {token for island in view["islands"] for token in island["open"]}
            seen |= {token for hand in view["hands"] for token in hand}
            seen |= {view["x2"]["token"]} if view["x2"] else set()
            for action in match.actions():
                text = bot.explain(match, action)
                for token in TOKEN_WORDS.keys() - seen:
                    assert not re.search(TOKEN_WORDS[token], text), text
                    looked += 1
            match.play(rng.choice(match.actions()))
    assert looked > 100


# -- what cannot be explained ----------------------------------------------------------------------


@every_moment
def test_an_action_that_is_not_legal_is_not_explained(match):
    bot = meadhall.bot(match.game.name, level=1)
    for odd in ("no such action", None, 7):
        refused_unchanged(match, meadhall.IllegalAction, lambda odd=odd: bot.explain(match, odd))


@pytest.mark.parametrize("game", [HAUGAZ, AHOY, SHORES], ids=lambda game: game.name)
def test_after_the_end_nothing_is_explained(game):
    match, bot = played(game), meadhall.bot(game.name, level=1)
    refused_unchanged(match, meadhall.IllegalAction, lambda: bot.explain(match, "pass"), "over")


@pytest.mark.parametrize("lang", ["fr", "", None, 7, ["en"]])
def test_there_are_two_languages(lang):
    match, bot = HAUGAZ.new(), meadhall.bot("haugaz", level=1)
    refused_unchanged(match, meadhall.BadOption, lambda: bot.explain(match, "d4", lang), "en, de")


@pytest.mark.parametrize("names", [[], ["Ann"], "Bo", ["Ann", 7], ["Ann", ""], {"Ann": 1, "Bo": 2}, 7])
def test_there_is_a_name_for_each_player(names):
    match, bot = HAUGAZ.new(), meadhall.bot("haugaz", level=1)
    refused_unchanged(match, meadhall.BadOption, lambda: bot.explain(match, "d4", names=names), "names")


def test_players_have_the_names_that_are_given():
    match = ahoy.land(ahoy.table(), "e1", "3 5")
    text = meadhall.bot("land-ahoy", level=1).explain(match, "take 3", names=["Ann", "Bo"])
    assert text == "Ann gets 3 points for the 3. Then it stands Ann 3 (+3), Bo 0: Bo is last."


def test_every_match_can_be_explained_by_every_level():
    match = HAUGAZ.new(size=3)
    texts = {meadhall.bot("haugaz", level=level).explain(match, "a1") for level in range(1, 6)}
    assert len(texts) == 1 and everything(match) == everything(HAUGAZ.new(size=3, seed=1))
