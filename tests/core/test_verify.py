"""Dice that are recomputed: whatever was changed in a record is found, and named with its line."""

import hashlib
import hmac
import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import AHOY, HAUGAZ, SHORES, played

import meadhall
from meadhall.core import seed_commitment

SECRET = hashlib.sha256(b"secret").hexdigest()
NONCES = [hashlib.sha256(bytes([seat])).hexdigest()[:32] for seat in range(4)]
some = settings(derandomize=True, deadline=None, max_examples=40)


def match(game, players, seed):
    rng, match = random.Random(1), game.new(players=players, seed=seed)
    while not match.over:
        match.play(rng.choice(match.actions()))
    return match


RECORDS = {
    (game.name, players): match(game, players, seed_commitment.seed(SECRET, [*NONCES[: players - 1], last])).record()
    for game, players, last in ((SHORES, 1, NONCES[0]), (SHORES, 2, "bot"), (SHORES, 3, NONCES[2]), (AHOY, 2, "-"))
}
records = st.sampled_from(sorted(RECORDS)).map(RECORDS.get)
CHANCE = ("start ", "draw ", "roll ", "board ", "reveal ", "sven ")


def drawn(record):
    """The lines that are dice or draws."""
    return [number for number, line in enumerate(record.split("\n"), 1) if line.startswith(CHANCE) and ": " not in line]


def swapped(record, old, new):
    assert record.count(old) == 1
    return record.replace(old, new)


@pytest.mark.parametrize("record", RECORDS.values(), ids=map(str, RECORDS))
def test_a_record_as_it_was_played_is_right(record):
    verdict = meadhall.verify(record)
    assert verdict.right and not verdict.wrong
    assert verdict.draws == len(drawn(record))
    assert verdict.commitment == hashlib.sha256(SECRET.encode()).hexdigest()
    assert verdict.words("en")[0] == f"All {verdict.draws} dice and draws are right."
    assert verdict.words("de")[0] == f"Alle {verdict.draws} Würfe und Ziehungen stimmen."
    for lang in ("en", "de"):
        said = " ".join(verdict.words(lang))
        assert verdict.commitment in said and verdict.fingerprint in said
        assert all(nonce in said for nonce in verdict.nonces if len(nonce) > 3)


@given(st.data())
@some
def test_a_changed_outcome_is_found_and_named(data):
    record = data.draw(records)
    lines, number = record.split("\n"), data.draw(st.sampled_from(drawn(record)))
    line = lines[number - 1]
    others = [one for one in lines if one.split()[:1] == line.split()[:1] and one != line and ": " not in one]
    changed = data.draw(st.sampled_from([*others, "roll 9 9", "draw nothing", "nonsense"]))
    verdict = meadhall.verify("\n".join([*lines[: number - 1], changed, *lines[number:]]))
    assert verdict.right is False
    first = verdict.wrong[0]
    assert (first.line, first.played, first.due) == (number, changed, line)
    assert verdict.words("en")[1] == f"Line {number}: there is {first.played!r}, but it should have been {line!r}."
    assert verdict.words("de")[1].startswith(f"Zeile {number}: ")


@given(st.data())
@some
def test_a_changed_seed_is_found(data):
    record = data.draw(records)
    seed = next(line for line in record.split("\n") if line.startswith("seed: "))
    digits = [at for at in range(len("seed: provable 1 "), len(seed)) if seed[at] in "0123456789abcdef"]
    at = data.draw(st.sampled_from([at for at in digits if not seed[: at + 3].endswith("bot")]))
    other = data.draw(st.sampled_from([digit for digit in "0123456789abcdef" if digit != seed[at]]))
    verdict = meadhall.verify(record.replace(seed, seed[:at] + other + seed[at + 1 :]))
    assert verdict.right is False and not verdict.order
    assert verdict.wrong[0].line <= drawn(record)[5]


@pytest.mark.parametrize("key", [key for key in RECORDS if key[1] > 1], ids=str)
def test_swapped_nonces_are_found_and_named(key):
    record = RECORDS[key]
    nonces = meadhall.verify(record).nonces
    turned = [*nonces[1:], nonces[0]]
    verdict = meadhall.verify(swapped(record, " ".join(nonces), " ".join(turned)))
    assert verdict.right is False and verdict.nonces == tuple(turned)
    assert [turned[seat] for seat in verdict.order] == list(nonces)
    order = ", ".join(str(seat + 1) for seat in verdict.order)
    assert f"Only the order of the nonces is wrong: in the order {order} all is right." in verdict.words("en")


def test_of_many_wrong_draws_the_first_are_named():
    record = RECORDS["new-shores", 2]
    verdict = meadhall.verify(swapped(record, SECRET, "0" * 64))
    words = verdict.words("en")
    assert sum(line.startswith("Line ") for line in words) == 5
    assert f"And {len(verdict.wrong) - 5} more." in words


def test_a_plain_seed_promises_nothing():
    verdict = meadhall.verify(played(SHORES, seed=7, players=2).record())
    assert verdict.right and verdict.commitment is None and verdict.seed == "7"
    assert verdict.words("en")[1] == "There was no commitment: whoever chose the seed could know the dice."


def test_without_luck_there_is_nothing_to_recompute():
    for actions in (5, 10**6):
        verdict = meadhall.verify(played(HAUGAZ, actions=actions, size=3).record())
        assert verdict.right and verdict.draws == 0
        assert verdict.words("de") == [
            "In dieser Partie gibt es weder Würfel noch Ziehungen: Es gibt nichts nachzurechnen."
        ]


def test_what_has_no_seed_cannot_be_recomputed():
    verdict = meadhall.verify(played(SHORES, actions=10).record())
    assert verdict.right is None and "names no seed" in verdict.words("en")[0]
    manual = SHORES.new(players=2, chance="manual")
    manual.play("start 1")
    assert "real table" in meadhall.verify(manual.record()).words("en")[0]


def test_a_record_has_one_seed():
    record = RECORDS["new-shores", 2]
    own = seed_commitment.seed(SECRET, [NONCES[0], "bot"])
    assert meadhall.verify(record, seed=own).right
    with pytest.raises(meadhall.BadOption, match="seed of its own"):
        meadhall.verify(record, seed="other")


@pytest.mark.parametrize("after", [-1, 10**5])
def test_actions_that_are_not_there_cannot_be_left_out(after):
    with pytest.raises(meadhall.BadOption, match="after cannot be"):
        meadhall.verify(RECORDS["new-shores", 2], after=after)


@pytest.mark.parametrize(
    "seed",
    ["7", "provable 1", f"provable 1 {SECRET}", f"provable 2 {SECRET} -", f"provable 1 {SECRET.upper()} -",
     f"provable 1 {SECRET}  -", f"provable 1 {SECRET} {NONCES[0][:-1]}", f"provable 1 {SECRET} - x"],
)  # fmt: skip
def test_what_only_looks_like_a_provable_seed_is_a_plain_one(seed):
    assert seed_commitment.parse(seed) is None


def test_a_seed_with_nonces_for_other_seats_than_those_that_play_is_a_plain_one():
    record = match(SHORES, 2, seed_commitment.seed(SECRET, NONCES[:3])).record()
    assert meadhall.verify(record).right and meadhall.verify(record).commitment is None


def test_the_example_of_the_page_about_dice_is_right():
    page = (Path(__file__).parents[2] / "docs" / "dice.md").read_text("utf-8")
    parts = "^(secret|commitment|nonce|fingerprint|seed) +(\\S.*)$"
    example = dict(re.findall(parts, page.split("An example")[1], re.MULTILINE))
    assert seed_commitment.commitment(example["secret"]) == example["commitment"]
    assert seed_commitment.seed(example["secret"], [example["nonce"], "bot"]) == example["seed"]
    assert seed_commitment.fingerprint(example["commitment"], [example["nonce"], "bot"]) == example["fingerprint"]
    digest = hmac.digest(example["seed"].encode(), b"meadhall chance 1" + bytes(12), "sha256")
    assert f"begins with `{digest[:8].hex()}`" in page
    assert SHORES.new(players=2, seed=example["seed"]).history[0] == "start 2"


@given(st.lists(st.sampled_from([*NONCES, "-", "bot"]), min_size=1, max_size=4))
@some
def test_a_seed_can_be_taken_apart_again(nonces):
    parts = seed_commitment.parse(seed_commitment.seed(SECRET, nonces))
    assert parts == seed_commitment.SeedCommitment(SECRET, tuple(nonces))


def test_every_seat_that_was_told_something_else_has_another_fingerprint():
    lists = (NONCES, NONCES[::-1], NONCES[:2])
    told = [(commitment, nonces) for commitment in ("0" * 64, "1" * 64) for nonces in lists]
    prints = [seed_commitment.fingerprint(*one) for one in told]
    assert len(set(prints)) == len(told) and all(re.fullmatch("[0-9]{4}( [0-9]{4}){5}", one) for one in prints)


# -- the command -----------------------------------------------------------------------------------


def test_the_command_says_that_all_is_right(fine, tmp_path):
    (tmp_path / "good.txt").write_text(RECORDS["new-shores", 2])
    assert fine("verify", "good.txt", "--lang", "en").startswith("All ")
    assert fine("verify", "good.txt", "--lang", "de").startswith("Alle ")
    assert json.loads(fine("verify", "good.txt", "--json"))["right"] is True


def test_the_command_says_what_is_wrong_with_status_1(run, tmp_path):
    (tmp_path / "bad.txt").write_text(swapped(RECORDS["new-shores", 2], SECRET, "0" * 64))
    status, out, err = run("verify", "bad.txt", "--lang", "en")
    assert status == 1 and out.startswith("Not all is right: ") and err == ""


def test_the_command_refuses_what_it_cannot_use(refused, tmp_path):
    (tmp_path / "open.txt").write_text(played(SHORES, actions=10).record())
    (tmp_path / "none.txt").write_text("nonsense")
    assert "names no seed" in refused("verify", "open.txt", "--lang", "en")
    assert "line 1" in refused("verify", "none.txt")
    refused("verify", "nowhere.txt")
