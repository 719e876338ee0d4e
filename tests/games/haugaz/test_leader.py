"""Who keeps ahead where every stack may be moved: the search does what it says, and what it says is true."""

import random
import threading
from pathlib import Path

import numpy as np
import pytest
from haugaz_table import HAUGAZ, at, late

from meadhall import cli
from meadhall.core.errors import BadOption
from meadhall.core.game import OVER
from meadhall.games.haugaz import leading, rules, solved
from meadhall.games.haugaz.research import leader as leader_module
from meadhall.games.haugaz.research import solve
from meadhall.games.haugaz.research.leader import Leader, done
from meadhall.games.haugaz.research.leader_notes import Notes, read_notes
from meadhall.games.haugaz.research.rehearsal import Rehearsal
from meadhall.search.proof_kernel import DRAW, WIN
from meadhall.search.proof_search import BadProof, Prover

both_reaches = pytest.mark.parametrize("reach", ["lines", "ring"])
BOARD = slice(rules.BLACK, rules.POSITION_SIZE)


@pytest.fixture(scope="module")
def leader():
    return Leader(4, 1 << 18)


def wins(leader, state):
    """Whether the side to move is found to keep ahead."""
    ((_, found),) = [answer for answer in leader.settle([state]) if answer is not None]
    return found


def turns_by_the_rules(state):
    """Every turn but the pass, as the interpreted rules have it: place, move, and what the board looks like then."""
    for place in HAUGAZ.codes(state):
        if place == rules.PASS:
            continue
        placed = state.copy()
        rules.apply(placed, place)
        for move in HAUGAZ.codes(placed):
            after = placed.copy()
            rules.apply(after, move)
            yield place, move, after


def is_ahead(state, side):
    points = np.zeros(2)
    rules.scores(state, points)
    return points[state[rules.BLACK_SEAT] ^ side] == 1


def can_win(state, player):
    """Whether a player wins with best play, by trying everything with the interpreted rules; first what ends it."""
    decides = rules.actor(state)
    if decides == OVER:
        points = np.zeros(2)
        rules.scores(state, points)
        return points[player] == 1
    after = []
    for code in sorted(HAUGAZ.codes(state), reverse=True):
        after.append(state.copy())
        rules.apply(after[-1], code)
    return (any if decides == player else all)(can_win(one, player) for one in after)


@both_reaches
def test_its_turns_are_those_of_the_rules(leader, reach):
    for seed in range(6):
        state = late(4, 4 + 2 * seed, seed, movers="any", reach=reach).state
        mine = {
            (turn & 63, turn >> 6 & 63, turn >> 12 & 63, leader.after(state, turn)[BOARD].tobytes())
            for turn in leader.turns(state)
        }
        theirs = set()
        for place, move, after in turns_by_the_rules(state):
            point, way = (move - rules.FIRST_MOVE) & 63, (move - rules.FIRST_MOVE) >> 6
            to = rules.destination(point, way, rules.low_height(state, point))
            theirs.add((place, point, to, after[BOARD].tobytes()))
        assert mine == theirs and len(leader.turns(state)) == len(mine)


@both_reaches
def test_its_turns_ahead_are_those_after_which_the_score_says_so(leader, reach):
    for seed in range(4):
        state = late(4, 6, seed, movers="any", reach=reach).state
        mine = {leader.after(state, turn)[BOARD].tobytes() for turn, _ in leader.turns_ahead(state)}
        after = [after for _, _, after in turns_by_the_rules(state)]
        assert mine == {one[BOARD].tobytes() for one in after if is_ahead(one, state[rules.SIDE])}


@both_reaches
@pytest.mark.parametrize("passed", [False, True])
def test_near_the_end_it_agrees_with_trying_everything(leader, reach, passed):
    found = set()
    for seed in range(24):
        state = late(4, 2 + seed % 3, seed, movers="any", reach=reach).state
        if passed:
            rules.apply(state, rules.PASS)
        for side in (0, 1):
            wins = can_win(state, state[rules.BLACK_SEAT] ^ side)
            assert leader.wins_late(state, side, leading.PASSING if passed else 0) == wins
            found.add((wins, side == state[rules.SIDE], is_ahead(state, side)))
    assert len(found) == (6 if passed else 8)  # whoever is to move or ahead; after a pass who is both has won


@both_reaches
def test_with_five_empty_points_it_finds_out_what_the_other_search_does(leader, reach):
    """Who is ahead then wins exactly if no turn of the other one spoils it: nothing is left out."""
    prover, found = Prover(HAUGAZ, 1 << 16), set()
    for seed in range(60):
        match = late(4, 5, seed, movers="any", reach=reach)
        ahead = 1 - match.state[rules.SIDE]
        if not is_ahead(match.state, ahead):
            continue
        player = int(match.state[rules.BLACK_SEAT] ^ ahead)
        wins = prover.reaches(match.state, WIN if player == 0 else DRAW, 100_000) is (player == 0)
        assert done(leader.holds(match.state)) == wins
        found.add(wins)
    assert found == {True, False}


@both_reaches
def test_who_keeps_ahead_wins_by_the_other_search_too(leader, reach):
    kept = 0
    for seed in range(8):
        match = late(4, 6 + 2 * (seed % 2), seed, movers="any", reach=reach)
        if wins(leader, match.state):
            kept += 1
            first = match.actor == 0
            assert Prover(HAUGAZ, 1 << 20).reaches(match.state, WIN if first else DRAW, 5_000_000) is first
    assert kept > 3


def test_with_nothing_to_move_the_one_ahead_has_won(leader):
    still = "b4w4b4w4/b5w5b5w5/w4b4w4b4/b6w5--"
    assert wins(leader, at(f"{still} b - 0", movers="any").state)
    assert not wins(leader, at(f"{still} w - 0", movers="any").state)


def test_it_is_the_same_interpreted_and_compiled():
    plain, fast = Leader(4, 1 << 12, "interpreted"), Leader(4, 1 << 12)
    for seed in range(3):
        state = late(4, 6, seed, movers="any").state
        assert wins(plain, state) == wins(fast, state)
        assert (plain.looked, plain.proved) == (fast.looked, fast.proved)


def test_a_small_table_costs_time_and_never_truth(leader):
    cramped = Leader(4, 1 << 4)
    for seed in range(4):
        state = late(4, 8, seed, movers="any").state
        assert wins(cramped, state) == wins(leader, state)


@both_reaches
def test_far_from_the_end_positions_are_settled_together_and_remembered(leader, reach, monkeypatch):
    monkeypatch.setattr(leader_module, "DEEP", 5)  # so that nine and seven empty points are far from the end
    for seed in range(4):
        state, thorough = late(4, 8, seed, movers="any", reach=reach).state, Leader(4, 1 << 16)
        assert wins(thorough, state) == wins(leader, state) and thorough.known
        before = thorough.looked
        assert wins(thorough, state) == wins(leader, state) and thorough.looked == before


@both_reaches
def test_several_threads_find_out_what_one_does(leader, reach, monkeypatch):
    monkeypatch.setattr(leader_module, "DEEP", 5)
    found, many = set(), Leader(4, 1 << 16, threads=3)
    for seed in range(6):
        state = late(4, 8, seed, movers="any", reach=reach).state
        assert wins(many, state) == wins(leader, state)
        found.add(wins(many, state))
    assert True in found and many.looked > 0 and list(many.settle([])) == []
    many.close()


def threads_of_leaders():
    return [thread for thread in threading.enumerate() if thread.name.startswith("meadhall-leader")]


def test_what_a_thread_cannot_do_is_raised_here_and_closing_ends_them_all(monkeypatch):
    monkeypatch.setattr(leader_module, "DEEP", 5)

    def breaks(leader, state):
        raise ZeroDivisionError
        yield

    many = Leader(4, 1 << 10, threads=2)
    monkeypatch.setattr(Leader, "holds", breaks)
    with pytest.raises(ZeroDivisionError):
        wins(many, late(4, 8, 0, movers="any").state)
    many.close()
    assert not threads_of_leaders()

    def never(leader, state):
        while True:
            yield

    many = Leader(4, 1 << 10, threads=2)
    monkeypatch.setattr(Leader, "holds", never)
    assert [next(iter(many.settle([late(4, 8, 0, movers="any").state]))) for _ in range(2)] == [None, None]
    assert threads_of_leaders()
    many.close()
    assert not threads_of_leaders()


# -- played with the interpreted rules -----------------------------------------------------------


def kept(leader, reach="lines"):
    """A position with ten empty points that player 0, who is to move, is proved to win."""
    for seed in range(20):
        match = late(4, 10, seed, movers="any", reach=reach)
        if match.actor == 0 and wins(leader, match.state):
            return match.state
    raise AssertionError("no such position")


@both_reaches
def test_the_leader_wins_every_game_against_chance(leader, reach):
    assert Rehearsal(HAUGAZ, leader).check(kept(leader, reach), 60) > 100


@both_reaches
def test_near_the_end_its_answers_win_against_everything(leader, reach):
    """Against all turns and passes of the other one; in some of these games the leader falls behind, or passes."""
    rehearsal, seen = Rehearsal(HAUGAZ, leader), set()

    def play(state, player):
        decides = rules.actor(state)
        if decides == OVER:
            points = np.zeros(2)
            rules.scores(state, points)
            assert points[player] == 1
            return
        codes = rehearsal._taken(state) if decides == player else HAUGAZ.codes(state)
        if decides == player:
            seen.add("passes" if codes == [rules.PASS] else "moves")
            for code in codes[:-1]:
                rules.apply(state, code)
            codes = codes[-1:]
        elif rules.PASS in codes and not is_ahead(state, 1 - state[rules.SIDE]):
            seen.add("behind")
        for code in codes:
            after = state.copy()
            rules.apply(after, code)
            play(after, player)

    for seed in range(30):
        state = late(4, 4, seed, movers="any", reach=reach).state
        if leader.wins_late(state, int(state[rules.SIDE])):
            play(state, rules.actor(state))
    assert seen == {"moves", "passes", "behind"}


def test_a_leader_that_errs_is_found_out(leader, monkeypatch):
    state, dice = kept(leader), random.Random(1)
    monkeypatch.setattr(leader, "answer", lambda state: dice.choice(leader.turns(state)))
    with pytest.raises(BadProof, match="has not won"):
        Rehearsal(HAUGAZ, leader).check(state, 60)
    monkeypatch.setattr(leader, "answer", lambda state: None)
    with pytest.raises(BadProof, match="no turn"):
        Rehearsal(HAUGAZ, leader).check(state, 1)
    monkeypatch.setattr(leader, "answer", lambda state: leader.turns(state)[0] | 63)
    with pytest.raises(BadProof, match="not legal"):
        Rehearsal(HAUGAZ, leader).check(state, 1)


def test_set_ups_that_nobody_can_lead_in_go_to_the_other_search(monkeypatch):
    work = solve.Leading(HAUGAZ, HAUGAZ.setup(None, {"size": 4, "movers": "any"}), 1 << 10, None)
    monkeypatch.setattr(work._leader, "settle", lambda positions: iter([(1, False), (0, False)]))
    done = {start.points for start in work.starts[2:]}
    pieces = iter(work.solve(done, lambda: False))
    assert [next(pieces), next(pieces)] == [None, None]
    assert work.looked > 0 and work.looking_at in {" ".join(start.points) for start in work.starts[:2]}


# -- what we ship --------------------------------------------------------------------------------

SHIPPED = sorted(Path(solved.__file__).parent.glob("4-any-*.known"))


def shipped(file):
    """The set-ups of a board on which somebody keeps ahead, and a leader that knows what is shipped about it."""
    size, movers, reach = file.stem.split("-")
    setup = HAUGAZ.setup(None, {"size": size, "movers": movers, "reach": reach})
    leader = Leader(int(size), 1 << 20)
    leader.known.update(read_notes(file, setup.options))
    names = {(one.black, one.white) for one in solved.shipped(setup.options) if one.best == "black"}
    starts = [start for start in solve.starts(HAUGAZ, setup, Prover(HAUGAZ)) if start.points in names]
    assert len(starts) == len(names) > 0
    return leader, [start.state for start in starts]


def known_after(leader, positions):
    """What comes after a turn that is known to win, each once; every position has such a turn."""
    found = {}
    for position in positions:
        good = [(turn, key) for turn, key in leader.turns_ahead(position) if leader.known.get(key)]
        assert good
        found.update((key, leader.after(position, turn)) for turn, key in good)
    return list(found.values())


def replies(leader, positions):
    """What comes after all turns of the other one, each once."""
    after = (leader.after(position, turn) for position in positions for turn in leader.turns(position))
    return list({leader.key(one): one for one in after}.values())


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_proofs_that_are_shipped_are_whole_down_to_eleven_empty_points(file):
    leader, starts = shipped(file)
    thirteen = known_after(leader, starts)
    eleven = known_after(leader, replies(leader, thirteen))
    assert len(thirteen) + len(eleven) <= sum(leader.known.values())


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_sample_of_what_comes_after_that_is_proved_again(file):
    leader, starts = shipped(file)
    dice = random.Random(1)
    for _ in range(4):
        thirteen = dice.choice(known_after(leader, [dice.choice(starts)]))
        eleven = dice.choice(known_after(leader, [dice.choice(replies(leader, [thirteen]))]))
        assert wins(leader, dice.choice(replies(leader, [eleven])))


# -- the command ---------------------------------------------------------------------------------


def command(*words):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["meadhall", "solve", "haugaz", "--movers", "any", *map(str, words)])
        cli.main()


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_it_keeps_what_it_knows_and_goes_on_with_it(tmp_path, capsys, monkeypatch, workers):
    holds = Leader.holds

    def soon_interrupted(leader, state):
        if leader.looked > 100_000:
            raise KeyboardInterrupt
        return (yield from holds(leader, state))

    monkeypatch.setattr(Leader, "holds", soon_interrupted)
    words = ("--size", 4, "--memory", 16, "--out", tmp_path / "solved.txt", "--workers", workers)
    command(*words)
    assert "0 of 33 set-ups solved; go on with the same command and --resume." in capsys.readouterr().err
    notes = tmp_path / "solved.txt.known"
    first = notes.read_text().splitlines()
    assert first[0] == "meadhall known 1: size=4 movers=any reach=lines" and len(first) > 1
    notes.write_text("\n".join(first) + "\n12345 ho")  # stopped in the midst of a line
    command(*words, "--resume")
    assert notes.read_text().splitlines()[: len(first)] == first


def test_more_workers_than_one_are_refused_where_they_are_of_no_use(capsys):
    with pytest.raises(SystemExit) as left:
        command("--size", 3, "--workers", 2)
    assert left.value.code == 2 and "workers help on boards of even size" in capsys.readouterr().err


def test_it_stops_when_the_time_is_over():
    work = solve.Leading(HAUGAZ, HAUGAZ.setup(None, {"size": 4, "movers": "any"}), 1 << 10, None)
    assert list(work.solve(set(), lambda: True)) == [None]


HEAD = "meadhall known 1: size=4\n"


@pytest.mark.parametrize("text", ["", "what is this?\n", HEAD.replace("4", "6"), f"{HEAD}7 perhaps\n", f"{HEAD}7\n"])
def test_notes_that_cannot_be_read_are_refused(tmp_path, text):
    file = tmp_path / "solved.known"
    file.write_text(text)
    with pytest.raises(BadOption, match="cannot be gone on with"):
        Notes(file, {"size": 4}, True)
    Notes(file, {"size": 4}, False).write({1: True, -2: False})
    assert Notes(file, {"size": 4}, True).known == {1: True, -2: False}
