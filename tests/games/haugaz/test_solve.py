"""Proofs: the search agrees with others, what it says can be walked, and what we ship comes out again."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from haugaz_table import HAUGAZ, at, late

from meadhall import cli
from meadhall.games.haugaz import proving, rules, solved
from meadhall.games.haugaz.research import solve
from meadhall.search.minimax import Minimax
from meadhall.search.proof_kernel import DRAW, WIN
from meadhall.search.proof_search import BadProof, Prover, Walk

OPTIONS = [{"movers": movers, "reach": reach} for movers, reach in product(("own", "any"), ("lines", "ring"))]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
PLENTY = 20_000_000


@pytest.fixture(scope="module")
def prover():
    return Prover(HAUGAZ, 1 << 18)


def plain(state, memory):
    """The worth of a position to player 0, by trying everything: 0, 1 or 2."""
    player = rules.actor(state)
    if player == rules.OVER:
        points = np.zeros(2)
        rules.scores(state, points)
        return int(2 * points[0])
    name = state[: rules.POSITION_SIZE].tobytes()
    if name not in memory:
        values = []
        for code in HAUGAZ.codes(state):
            after = state.copy()
            rules.apply(after, code)
            values.append(plain(after, memory))
        memory[name] = max(values) if player == 0 else min(values)
    return memory[name]


def value(prover, state):
    """What a position is worth to player 0, by two questions."""
    answers = [prover.reaches(state, target, PLENTY) for target in (DRAW, WIN)]
    assert None not in answers and answers != [False, True]
    return sum(answers)


def turned(state, view):
    """The same position, seen in one of the eight views of the board."""
    size = int(state[rules.SIZE])
    other = state.copy()
    for word in (rules.BLACK, rules.WHITE, *range(rules.HEIGHT, rules.HEIGHT + 7)):
        other[word] = 0
        for point in range(64):
            if state[word] & rules.BIT[point]:
                other[word] |= rules.BIT[proving.image(size, view, point)]
    if state[rules.PLACED] >= 0:
        other[rules.PLACED] = proving.image(size, view, int(state[rules.PLACED]))
        rules.find_movers(other)
    else:
        rules.start_turn(other)
    return other


@every_option
def test_it_agrees_with_a_search_of_everything_on_the_smallest_board(prover, options):
    memory = {}
    for seed in range(8):
        match = late(3, 3 + (seed % 2 if options["movers"] == "own" else 0), seed, **options)
        if seed % 3 == 0:
            match.play(match.actions()[0])  # in the middle of a turn
        assert value(prover, match.state) == plain(match.state, memory), match.position


@every_option
@pytest.mark.parametrize(("size", "empty"), [(4, 4), (4, 5), (5, 5), (8, 4)])
def test_it_agrees_with_the_solver_of_endings(prover, options, size, empty):
    for seed in range(8):
        match = late(size, empty, seed, **options)
        mine = value(prover, match.state) / 2
        assert Minimax(match).solve(PLENTY).value == (mine if match.actor == 0 else 1 - mine), match.position


def test_it_finds_draws(prover):
    assert value(prover, at("b1--/---/--w1 b - 1").state) == WIN
    start = next(one for one in solved.shipped({"size": 3, "movers": "any", "reach": "lines"}) if one.best == "draw")
    match = HAUGAZ.new(size=3, movers="any")
    for action in (start.black, start.white, "white"):
        match.play(action)
    assert value(prover, match.state) == DRAW


@every_option
def test_turned_and_mirrored_positions_have_the_same_key_and_no_others_have(prover, options):
    keys = {}
    for seed in range(30):
        match = late(3 + seed % 6, 4, seed, **options)
        if seed % 2:
            match.play(match.actions()[0])
        views = [turned(match.state, view) for view in range(8)]
        assert len({prover.key(view) for view in views}) == 1
        assert len({view[: rules.POSITION_SIZE].tobytes() for view in views}) == 8
        keys.setdefault(prover.key(match.state), match.position)
    assert len(keys) == 30


def test_what_tells_positions_apart_changes_the_key(prover):
    state = late(5, 8, 3).state
    others = [state.copy() for _ in range(7)]
    words = (rules.SIDE, rules.PASSES, rules.BLACK_SEAT, rules.MOVERS, rules.REACH)
    for other, word in zip(others, words, strict=False):
        other[word] ^= 1
    others[5][rules.BLACK], others[5][rules.WHITE] = state[rules.WHITE], state[rules.BLACK]
    point = rules.lowest(int(state[rules.BLACK]))
    others[6][rules.HEIGHT + 3] ^= rules.BIT[point]  # a stack that is eight higher
    assert len({prover.key(other) for other in (state, *others)}) == 8


def test_it_goes_on_where_it_stopped(prover):
    state = late(5, 8, 5).state
    fresh = Prover(HAUGAZ, 1 << 16)
    target = WIN if rules.actor(state) == 0 else DRAW
    answer, calls = None, 0
    while answer is None:
        answer, calls = fresh.reaches(state, target, 500), calls + 1
    assert calls > 1 and answer == prover.reaches(state, target, PLENTY)
    assert 0 in fresh.missing(state, target)


@pytest.mark.parametrize("reach", ["lines", "ring"])
def test_where_every_stack_moves_who_finds_eight_empty_points_wins_and_a_million_positions_show_it(reach):
    for seed in range(4):
        match = late(4, 8, seed, movers="any", reach=reach)
        first = match.actor == 0
        assert Prover(HAUGAZ, 1 << 20).reaches(match.state, WIN if first else DRAW, 1_000_000) is first


def test_a_small_table_costs_time_and_never_truth(prover):
    cramped = Prover(HAUGAZ, 1 << 8)
    for seed in range(4):
        state = late(5, 6, seed).state
        assert value(cramped, state) == value(prover, state)


def test_rooms_that_know_nothing_for_proofs_get_the_same_answers(prover, monkeypatch):
    monkeypatch.setattr("meadhall.search.proof_search.find_spec", lambda name: None)
    other = Prover(HAUGAZ, 1 << 16)
    state = late(4, 5, 1).state
    assert other.key(state) != other.key(turned(state, 1))
    assert value(other, state) == value(prover, state)


def test_it_is_the_same_interpreted_and_compiled():
    provers = [Prover(HAUGAZ, 1 << 12, mode) for mode in ("interpreted", "compiled")]
    state = late(4, 4, 2).state
    assert len({(one.reaches(state, WIN, 3000), one.missing(state, WIN), one.looked) for one in provers}) == 1
    assert len({one.key(state) for one in provers}) == 1


# -- proofs --------------------------------------------------------------------------------------


def proofs(prover):
    """Some proofs of both sides, in every mode of play, with what is claimed."""
    for seed, options in product(range(3), OPTIONS):
        state = late(4, 6, seed, **options).state
        for target in (DRAW, WIN):
            yield prover.write(state, target, prover.reaches(state, target, PLENTY))


def test_proofs_of_both_sides_can_be_walked_with_the_interpreted_rules(prover):
    walk, claims = Walk(HAUGAZ, prover), set()
    for written in proofs(prover):
        assert walk.check(written) == written.positions
        claims.add((written.target, written.claim))
    assert len(claims) == 4


def test_a_proof_that_was_tampered_with_is_refused(prover):
    walk, refused = Walk(HAUGAZ, prover), 0
    for written in proofs(prover):
        if written.positions < 10:
            continue
        with pytest.raises(BadProof):
            walk.check(replace(written, claim=not written.claim))
        with pytest.raises(BadProof):
            walk.check(replace(written, steps=written.steps[:-1]))
        with pytest.raises(BadProof):
            walk.check(replace(written, steps=np.append(written.steps, rules.PASS)))
        steps = written.steps.copy()
        steps[0] = 63  # h8 is no point of this board
        with pytest.raises(BadProof, match="not legal"):
            walk.check(replace(written, steps=steps))
        refused += 1
    assert refused > 5


def test_a_claim_that_is_wrong_is_not_written_out(prover):
    state = late(4, 6, 1).state
    claim = prover.reaches(state, WIN, PLENTY)
    with pytest.raises(BadProof):
        prover.write(state, WIN, not claim)


def test_what_the_table_has_lost_of_a_proof_is_found_again():
    cramped = Prover(HAUGAZ, 1 << 6)
    state = late(4, 6, 1).state
    answer = cramped.reaches(state, WIN, PLENTY)
    written, before = cramped.write(state, WIN, answer), cramped.looked
    assert Walk(HAUGAZ, cramped).check(written) == written.positions
    assert before > 0


# -- what we ship --------------------------------------------------------------------------------


def test_all_of_3x3_comes_out_as_shipped():
    setup = HAUGAZ.setup(None, {"size": 3})
    work = solve.Solving(HAUGAZ, setup, 1 << 18)
    found = [one for one in work.solve(set(), lambda: False) if one is not None]
    known = {(one.black, one.white): one.best for one in solved.shipped(setup.options)}
    assert len(known) == len(work.starts) == 12
    assert {(one.black, one.white): one.best for one in found} == known
    assert all(one.walked == one.proof for one in found)


def test_a_sample_of_4x4_comes_out_as_shipped(prover):
    setup = HAUGAZ.setup(None, {"size": 4})
    known = {(one.black, one.white): one for one in solved.shipped(setup.options)}
    starts = {(start.black, start.white): start.state for start in solve.starts(HAUGAZ, setup, prover)}
    assert set(known) <= set(starts) and len(starts) == 33
    roomy = Prover(HAUGAZ, 1 << 22)
    for points in (("a1", "b1"), ("a1", "c2")):
        assert known[points].best == "black" and roomy.reaches(starts[points], WIN, 2 * PLENTY)
        Walk(HAUGAZ, roomy).check(roomy.write(starts[points], WIN, True), most=5000)


@pytest.mark.parametrize("reply", [("a1", "d4-c4"), ("a1", "d4-d3")])
def test_after_the_first_turn_of_a_4x4_proof_a_reply_loses_as_shipped(reply):
    """A set-up three steps apart takes some 50 million positions; what comes after one reply, a few million."""
    setup = HAUGAZ.setup(None, {"size": 4})
    assert [one.best for one in solved.shipped(setup.options) if (one.black, one.white) == ("b1", "d4")] == ["black"]
    state, roomy = at("---w1/----/----/-b1-- b - 0", "d1", "b1-a2", *reply).state, Prover(HAUGAZ, 1 << 22)
    assert roomy.reaches(state, WIN, PLENTY)
    Walk(HAUGAZ, roomy).check(roomy.write(state, WIN, True), most=5000)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_what_is_shipped_names_every_set_up_once_and_was_walked(prover, size):
    for options in OPTIONS:
        setup = HAUGAZ.setup(None, {"size": size, **options})
        known = solved.shipped(setup.options)
        names = {(start.black, start.white) for start in solve.starts(HAUGAZ, setup, prover)}
        points = [(one.black, one.white) for one in known]
        assert len(set(points)) == len(points) and set(points) <= names
        led = size == 4 and options["movers"] == "any"  # such proofs are too large to be walked through
        assert all(0 < one.walked <= one.proof if led else one.walked == one.proof > 0 for one in known)


def test_stacks_at_most_two_steps_apart_are_lost_for_white_on_every_board(prover):
    """What the rules say is worth knowing, proved for the boards up to 8x8."""
    for size in range(3, 9):
        for start in solve.starts(HAUGAZ, HAUGAZ.setup(None, {"size": size}), prover):
            black, white = ((ord(point[0]), ord(point[1])) for point in (start.black, start.white))
            if max(abs(black[0] - white[0]), abs(black[1] - white[1])) <= 2:
                assert prover.reaches(start.state, WIN, 5000), (size, start.black, start.white)


# -- the command ---------------------------------------------------------------------------------


def command(*words):
    """Run `meadhall solve` and give what it says on both streams."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["meadhall", "solve", *map(str, words)])
        cli.main()


def test_it_solves_a_board_and_goes_on_with_its_file(tmp_path, capsys):
    file = tmp_path / "solved.txt"
    command("haugaz", "--size", 3, "--out", file)
    said = capsys.readouterr().out
    assert "12 of 12 set-ups: Black wins 12, draws 0, White wins 0." in said and "second player wins" in said
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    file.write_text("".join(lines[:-3]) + "b1 a3 bla")  # stopped in the middle of a line
    command("haugaz", "--size", 3, "--out", file, "--resume")
    assert sorted(line.split()[:3] for line in file.read_text().splitlines()) == sorted(
        line.split()[:3] for line in whole.splitlines()
    )


def test_what_the_first_turns_of_its_proofs_lead_to_is_written_beside_the_file(tmp_path):
    command("haugaz", "--size", 3, "--movers", "any", "--out", tmp_path / "solved.txt")
    head, *keys = (tmp_path / "solved.txt.known").read_text().splitlines()
    assert head == "meadhall known 1: size=3 movers=any reach=lines"
    assert {int(key.removesuffix(" holds")) for key in keys} == solved.won_by_black(3, "any", "lines") != frozenset()


def test_out_of_time_it_says_how_to_go_on(tmp_path, capsys):
    command("haugaz", "--size", 6, "--minutes", "0.01", "--memory", 1, "--out", tmp_path / "solved.txt")
    said = capsys.readouterr()
    assert "set-ups solved; go on with the same command and --resume." in said.err
    assert "The whole game" not in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("haugaz", "--size", "2"), "size cannot be '2'; it can be 3, 4, 5, 6, 7, 8"),
        (("haugaz", "--size", "9"), "size cannot be '9'"),
        (("haugaz", "--size", "x"), "size cannot be 'x'"),
        (("haugaz",), "--size"),
        (("haugaz", "--size", "3", "--movers", "all"), "movers cannot be 'all'; it can be own, any"),
        (("haugaz", "--size", "3", "--minutes", "0"), "--minutes"),
        (("haugaz", "--size", "3", "--resume"), "--resume needs a file"),
        (("haugaz", "--size", "3", "--out", "no/such/folder.txt"), "there is no folder for it"),
        (("land-ahoy", "--size", "3"), "has luck in it"),
        (("chess", "--size", "3"), "chess"),
    ],
)
def test_wrong_words_are_answered_with_a_sentence(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        command(*words)
    assert end.value.code == 2 and said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "it is no file of what is solved"),
        ("what is this?", "it says 'what is this?', not 'meadhall solved 1'"),
        (solved.head({"size": 4, "movers": "own", "reach": "lines"}), "it says 'size: 4', not 'size: 3'"),
        (solved.head({"size": 3, "movers": "own", "reach": "lines"}) + "a1 b1 black\n", "has not the columns"),
        (solved.head({"size": 3, "movers": "own", "reach": "lines"}) + "a1 b1 grey 1 1 1 1\n", "is no set-up"),
        (solved.head({"size": 3, "movers": "own", "reach": "lines"}) + "a1 d1 black 1 1 1 1\n", "is no set-up"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_left_as_it_was(content, said, tmp_path, capsys):
    file = tmp_path / "solved.txt"
    file.write_text(content)
    with pytest.raises(SystemExit):
        command("haugaz", "--size", 3, "--out", file)
    assert "is there already" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        command("haugaz", "--size", 3, "--out", file, "--resume")
    assert said in capsys.readouterr().err
    assert file.read_text() == content
