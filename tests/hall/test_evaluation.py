"""Looking back and the coach: decisions are weighed one by one, remembered, and accounted for."""

import asyncio
from random import Random

import pytest
from app_client import Quick, hall

import meadhall
from meadhall.core.match import Match
from meadhall.hall import evaluation
from meadhall.hall.bot_pool import NoAnswer
from meadhall.hall.bot_process import BotProcess, Question
from meadhall.hall.evaluation import DecisionEvaluator
from meadhall.learn.values import decisions

FEWEST = [(name, min(meadhall.game(name).players)) for name in meadhall.games()]


def random_match(game, players=None, seed=1, stop=10**9, **options):
    match, random = meadhall.game(game).new(players=players, seed=seed, **options), Random(seed)
    while not match.over and len(match.history) < stop:
        match.play(random.choice(match.actions()))
    return match


class Counting(Quick):
    """Counts its questions."""

    asked = 0

    async def weigh(self, match, action, urgent):
        self.asked += 1
        return await super().weigh(match, action, urgent)


@pytest.fixture
def thinkers():
    return Counting()


@pytest.fixture
def guest(tmp_path, thinkers):
    with hall(tmp_path, thinkers) as guest:
        yield guest


def all_values(guest, match):
    """Ask for all values as a browser does, some at a time."""
    weighed, total = [], 1
    while len(weighed) < total:
        told = guest.post("/study/values", {"record": match.record(), "names": ["Ylva"], "first": len(weighed)})
        assert told["weighed"] and not told["warming"] and told["first"] == len(weighed)
        weighed, total = weighed + told["weighed"], told["total"]
    return weighed


@pytest.mark.parametrize(("game", "players"), [*FEWEST, ("new-shores", 3)])
def test_a_record_is_weighed_and_its_luck_adds_up(guest, game, players):
    match = random_match(game, players)
    weighed = all_values(guest, match)
    assert [one["number"] for one in weighed] == decisions(match)
    for one in weighed:
        assert one["played"] == match.history[one["number"]] and one["actor"] == match.entries[one["number"]].actor
        assert one["lost"] == pytest.approx(one["values"][one["actor"]] - one["after"][one["actor"]])
        assert len(one["values"]) == players and one["said"]["en"] and one["said"]["de"]
    told = guest.post("/study/luck", {"record": match.record(), "names": ["Ylva"]})
    assert told["points"] == (players == 1) and told["chance"] == (game != "haugaz")
    for share in told["shares"]:
        assert share["luck"] + share["own"] + share["others"] == pytest.approx(
            share["result"] - share["start"], abs=1e-9
        )
        assert share["sentences"] and all(1 <= one["number"] <= len(match.history) for one in share["moments"])


def test_a_better_action_is_named_with_what_was_lost(guest):
    match = meadhall.game("haugaz").new(seed=1, size=4)
    best, *others = match.actions()
    match.play(others[2])
    (one, *_), record = guest.post("/study/values", {"record": match.record()})["weighed"], match.record()
    assert one["lost"] == pytest.approx(0.3) and one["best"] == best
    assert one["said"]["en"].endswith(f"(−30\u00a0%). Better: {best} (black stack).")
    named = guest.post("/study/values", {"record": record, "names": ["Ylva"]})["weighed"][0]
    assert named["said"]["de"].startswith("Ylva: ")


def test_what_was_weighed_is_remembered_for_all_matches_that_began_alike(guest, thinkers):
    match = random_match("haugaz", size=4, stop=20)
    guest.post("/study/values", {"record": match.record(), "count": 8})
    asked = thinkers.asked
    guest.post("/study/values", {"record": match.record(), "count": 8})
    longer = match.copy()
    longer.play(longer.actions()[0])
    guest.post("/study/values", {"record": longer.record(), "count": 8})
    assert thinkers.asked == asked == 8


def test_little_is_remembered_forever():
    scales, match = DecisionEvaluator(Quick()), meadhall.game("haugaz").new(seed=1, size=4)
    actions = match.actions()
    most = evaluation.MOST_JUDGED
    evaluation.MOST_JUDGED = 2
    try:
        for action in actions[:3]:
            asyncio.run(scales.weigh(match, action, False))
    finally:
        evaluation.MOST_JUDGED = most
    assert known(scales, match, actions[0]) == [] and known(scales, match, actions[2])[0].best == actions[0]


def known(scales, before, action):
    """The verdict on an action, if it is remembered."""
    match = before.copy()
    match.play(action)
    return scales.known(match, [len(before.entries)])


def test_to_see_what_was_weighed_no_position_is_set_up_anew(guest, monkeypatch):
    """It was done for each decision: of a record of 49 kB that took 26 seconds."""
    match = random_match("haugaz", size=4)
    all_values(guest, match)

    def at(self, number):
        raise AssertionError("a position is set up")

    scales = guest.client.app.state.hall.scales
    monkeypatch.setattr(Match, "at", at)
    assert [verdict.number for verdict in scales.known(match, decisions(match))] == decisions(match)


def test_luck_waits_until_all_is_weighed_and_the_match_is_over(guest):
    match = random_match("haugaz", size=4)
    assert guest.post("/study/luck", {"record": match.record()}, 409)["code"] == "not-weighed"
    guest.post("/study/values", {"record": match.record(), "count": 1})
    assert guest.post("/study/luck", {"record": match.record()}, 409)["code"] == "not-weighed"
    open_one = random_match("haugaz", size=4, stop=5)
    assert guest.post("/study/luck", {"record": open_one.record()}, 409)["code"] == "not-over"
    assert guest.post("/study/values", {"record": open_one.record()})["total"] == 5


@pytest.mark.parametrize(
    "wish",
    [{"first": -1}, {"count": 0}, {"count": 9}, {"count": "all"}, {"first": 10**9}, {"record": 7}, {"names": "Ylva"}],
)
def test_wishes_that_make_no_sense_are_refused(guest, wish):
    record = random_match("haugaz", size=4, stop=5).record()
    assert guest.post("/study/values", {"record": record, **wish}, 400)["code"] == "not-understood"


def test_a_broken_record_is_refused_in_plain_words(guest):
    for call in ("values", "luck"):
        assert guest.post(f"/study/{call}", {"record": "nonsense"}, 422)["code"] == "bad-record"
    past = guest.post("/study/values", {"record": random_match("haugaz", size=4, stop=5).record(), "first": 99})
    assert past["weighed"] == [] and past["total"] == 5


class Warming(Quick):
    """Cannot weigh anything yet."""

    async def weigh(self, match, action, urgent):
        return None


class Dead(Quick):
    """Has never an answer."""

    async def weigh(self, match, action, urgent):
        raise NoAnswer("tired")


def test_while_bots_get_ready_one_is_told_to_ask_again(tmp_path):
    with hall(tmp_path, Warming()) as guest:
        told = guest.post("/study/values", {"record": random_match("haugaz", size=4).record()})
        assert told["warming"] and told["weighed"] == []
        me = guest.sits(guest.open("haugaz", "me", "here"))
        assert me.wish("coach", action=me.state()["choices"][0]["action"], number=0) == {"lost": None, "warning": None}


def test_where_nobody_can_weigh_a_plain_sentence_says_so(tmp_path):
    with hall(tmp_path, Dead()) as guest:
        record = random_match("haugaz", size=4).record()
        assert guest.post("/study/values", {"record": record}, 503)["code"] == "no-answer"
        me = guest.sits(guest.open("haugaz", "me", "here"))
        assert me.problem("coach", 503, action=me.state()["choices"][0]["action"], number=0) == "no-answer"


# -- the coach and hints ---------------------------------------------------------------------------


def test_the_coach_warns_of_what_loses_much_and_of_nothing_else(guest):
    me = guest.sits(guest.open("haugaz", "me", "here"))
    assert me.wish("coach", action="a1", number=0) == {"lost": 0.0, "warning": None}
    said = me.wish("coach", action="c1", number=0)
    assert said["lost"] == pytest.approx(0.2)
    assert "about 20\u00a0%" in said["warning"]["en"] and "Better: a1" in said["warning"]["en"]
    assert "etwa 20\u00a0%" in said["warning"]["de"]


def test_alone_the_coach_speaks_in_points(guest):
    me = guest.sits(guest.open("new-shores", "me", seed="4"))
    state = me.state()
    warned = [me.wish("coach", action=choice["action"], number=0)["warning"] for choice in state["choices"]]
    assert warned[0] is None and any(one and "\u00a0points" in one["en"] for one in warned)


def test_the_coach_keeps_quiet_where_the_table_plays_without_help(guest):
    me = guest.sits(guest.open("haugaz", "me", "here", aids=False))
    assert me.state()["coach"] is False
    assert me.problem("coach", 403, action=me.state()["choices"][0]["action"], number=0) == "no-coach"


def test_the_coach_speaks_only_to_whoever_decides(guest):
    seated = guest.open("haugaz", "me", "link")
    me, other = guest.sits(seated, 0), guest.sits(seated, 1)
    action = me.state()["choices"][0]["action"]
    assert other.problem("coach", 403, action=action, number=0) == "not-your-turn"
    assert me.watcher().problem("coach", 401, action=action, number=0) == "no-seat"
    assert me.problem("coach", 409, action=action, number=3) == "moved-on"
    assert me.problem("coach", 422, action="z9", number=0) == "illegal"


def test_hints_come_from_the_level_that_is_asked_for(guest):
    me = guest.sits(guest.open("haugaz", "me", "here"))
    assert [me.wish("hint", number=0, level=level)["lines"][0]["visits"] for level in (1, 3)] == [1, 3]
    assert me.wish("hint", number=0)["lines"][0]["visits"] == 5
    for level in (0, 6, "five", 2.5):
        assert me.problem("hint", 400, number=0, level=level) == "not-understood"


# -- in a process of its own -----------------------------------------------------------------------


def question(match, action, compiled=()):
    game = match.game.name
    return Question("weigh", list(compiled), game=game, record=match.record(), action=action)


def test_a_thinker_weighs_nothing_before_its_code_is_there():
    match = meadhall.game("haugaz").new(seed=1, size=4)
    answer = BotProcess().answer(question(match, match.actions()[0]))
    assert answer.judged is None and answer.problem == ""


@pytest.mark.parametrize("game", meadhall.games())
def test_a_thinker_weighs_what_was_played(game):
    from meadhall.search import precompile

    precompile.is_ready(meadhall.game(game))
    precompile._preparations[game].done.wait(300)
    match = random_match(game, stop=25)
    number = decisions(match)[-1]
    before, played = match.at(number), match.history[number]
    judged = BotProcess().answer(question(before, played, [game])).judged
    assert judged.best in before.actions() and len(judged.before) == match.players
    assert judged.before[before.actor] >= judged.after[before.actor]


def test_no_bot_that_weighs_is_told_the_seed():
    match = random_match("new-shores", 2, seed="a-secret-seed")
    assert "a-secret-seed" in match.record()
    assert all("a-secret-seed" not in match.at(number).record() for number in decisions(match))


def test_lower_levels_say_what_they_would_play():
    asked = Question("hint", [], "t", "haugaz", {"size": 4}, {"en": ["a", "b"], "de": ["a", "b"]}, [], 1)
    (line,) = BotProcess().answer(asked).lines
    assert line.action in meadhall.game("haugaz").new(size=4).actions() and line.why.en and line.why.de
