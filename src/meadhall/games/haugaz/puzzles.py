"""Haugaz: win by force. The end of a game, where few turns win and all others let the win slip."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from meadhall.core.game import NAMES, Words
from meadhall.core.jit import Mode
from meadhall.core.match import Match
from meadhall.core.registry import find
from meadhall.learn.quiz import HARDEST, Astray, Judgement, Puzzle, Quiz, Row, Shelf, lay, told, who
from meadhall.search import Bot, by_name
from meadhall.search.minimax import Minimax, Solved
from meadhall.search.simple import Beginner

SIZES = (4, 5, 5, 6, 6, 7, 8)
EMPTY = range(3, 8)  # points of the board, where puzzles are looked for
ENOUGH = 400_000  # positions for the search's own questions
PROMPT = 2_000  # positions that the answer to a turn may take: it is worked out while somebody waits
ASKED = 40_000  # positions after which that answer is given up; no puzzle of ours comes near
LUCKY = 0.12  # of all turns may win
MOST_ANSWERS = 4
MOST_TURNS = 4
CARELESS = 0.15  # how often the bots of the search play anything
LOOKS = 6  # at turns, before they choose one
MOST_OF_A_SIZE = 0.3  # of all puzzles
TRIES = 3
DOUBTED = 10  # turns that are said to win nothing, of which the proof is asked for again


class ForcedWins(Quiz):
    """The side to move wins, if it finds the way."""

    game = find("haugaz")
    prefix = "hz"
    foresees = True
    refutes = True

    # -- making them -------------------------------------------------------------------------------

    def search(self, random: Random, found: int, shelf: Shelf) -> Puzzle | None:
        sizes = [size for size in SIZES if shelf.wants(f"size {size}", MOST_OF_A_SIZE)]
        match = self._played(random, random.choice(sizes))
        matches = [match]
        while not match.over and self._empty(match) > EMPTY.start:
            match = match.copy()
            self._play_turn(match, random)
            matches.append(match)
        random.shuffle(matches)
        for match in matches:
            puzzle = None if match.over or len(match.entries) <= 8 else self._posed(match, random, found)
            if puzzle is not None and shelf.welcomes(puzzle):
                return puzzle
        return None

    def _played(self, random: Random, size: int) -> Match:
        """Play a game until few points are empty; nobody passes."""
        match = self.game.new(size=size, seed=random.getrandbits(60))
        while not match.over and self._empty(match) >= EMPTY.stop:
            self._play_turn(match, random)
        return match

    def _play_turn(self, match: Match, random: Random) -> None:
        player = match.actor
        careless = random.random() < CARELESS or len(match.entries) < 3
        bot = Beginner(self.game, random.getrandbits(60), LOOKS)
        while match.actor == player and not match.over:
            actions = [action for action in match.actions() if action != "pass"]
            chosen = random.choice(actions) if careless or len(actions) == 1 else bot.choose(match)
            match.play(random.choice(actions) if chosen == "pass" else chosen)

    def _empty(self, match: Match) -> int:
        return int(match.setup.options["size"]) ** 2 - len(match.view(None)["stacks"])

    def _posed(self, match: Match, random: Random, found: int) -> Puzzle | None:
        """Make a puzzle of a position, if it is one: won, by few turns, and every answer to it is found quickly."""
        if self._empty(match) not in EMPTY or match.view(None)["passes"]:
            return None
        solved = Minimax(match).solve(ENOUGH)
        turns = self._turns(match) if solved is not None and solved.value == 1 else None
        if turns is None:
            return None
        answers, many = [turn for turn, value in turns.items() if value == 1], len(turns)
        if not 0 < len(answers) <= max(1, math.floor(LUCKY * many)):
            return None
        line = self._line(match, answers[0], "compiled")
        length = line.count("/") // 2 + 1
        if not line or length > MOST_TURNS:
            return None
        before = match.copy()
        for _ in range(2):
            before.undo()
        return Puzzle(
            id="",
            kind="win",
            difficulty=self._difficulty(match, answers, many, length, random),
            found=found,
            answers=answers,
            played=match.history[-2:],
            position=str(before.position),
            turns=length,
        )

    def _turns(self, match: Match) -> dict[str, float] | None:
        """Solve every turn; None if too many of them win, or one takes too long to be solved."""
        values: dict[str, float] = {}
        for action in match.actions():
            after = match.copy()
            after.play(action)
            lines = [] if action == "pass" else Minimax(after).lines(ENOUGH)
            if action == "pass":
                solved = Minimax(after).solve(PROMPT)
                if solved is None:
                    return None
                values[action] = 1 - solved.value
            elif len(lines) < len(after.actions()) or max(line.visits for line in lines) > PROMPT:
                return None
            values |= {f"{action} {line.action}": line.value for line in lines}
            if sum(value == 1 for value in values.values()) > MOST_ANSWERS:
                return None
        return values

    def _line(self, match: Match, answer: str, mode: Mode) -> str:
        """Play a puzzle to its end, the other side as stubbornly as it can: all turns, with / between them."""
        match, turns = match.copy(), [answer]
        player = match.actor
        play(match, answer)
        while not match.over and len(turns) < 4 * MOST_TURNS:
            solved = solve(match, mode)
            if solved is None or (solved.value == 1) != (match.actor == player):
                return ""
            turn = whole_turn(match, solved, mode)
            play(match, turn)
            turns.append(turn)
        return "/".join(turns) if match.over and match.winners == (player,) else ""

    def _difficulty(self, match: Match, answers: list[str], many: int, turns: int, random: Random) -> int:
        """Grade it by its length, by how rare a good turn is, and by how often bots miss it."""
        rare = min(1.0, math.log2(many / len(answers)) / 8)
        quick = self._missed(match, answers, [Beginner(self.game, random.getrandbits(60), 12) for _ in range(TRIES)])
        bots = [by_name("mcts:96", self.game, random.getrandbits(60)) for _ in range(TRIES)]
        thought = self._missed(match, answers, bots)
        grade = 0.9 * (turns - 1) / (MOST_TURNS - 1) + 0.7 * rare + 0.4 * quick + 1.6 * thought
        return min(HARDEST, 1 + int(grade * 1.6))

    def _missed(self, match: Match, answers: list[str], bots: Sequence[Bot]) -> float:
        missed = 0
        for bot in bots:
            trial = match.copy()
            turn: list[str] = []
            while not trial.over and trial.actor == match.actor:
                turn.append(bot.choose(trial))
                trial.play(turn[-1])
            missed += " ".join(turn) not in answers
        return missed / len(bots)

    def prove(self, puzzle: Puzzle) -> bool:
        """Solve positions on their own by the interpreted rules: after all answers, and after some other turns."""
        match = lay(self.game, puzzle)
        others = [turn for turn in turns_of(match) if turn not in puzzle.answers]
        others = others[:: max(1, len(others) // DOUBTED)]
        won = [turn for turn in [*puzzle.answers, *others] if self._wins(match, turn)]
        return won == puzzle.answers and bool(self._line(match, puzzle.answers[0], "interpreted"))

    def _wins(self, match: Match, turn: str) -> bool:
        after = match.copy()
        play(after, turn)
        if after.over:
            return after.winners == (match.actor,)
        solved = Minimax(after, "interpreted").solve(ASKED)
        return solved is not None and solved.value == 0

    def alike(self, puzzle: Puzzle) -> str:
        """Give the position in whichever way it is turned, mirrored and coloured that comes first."""
        board, side, *_ = str(lay(self.game, puzzle).position).split()
        rows = [cells(row) for row in board.split("/")]
        ways = []
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
            for way in (rows, [row[::-1] for row in rows]):
                text = "/".join("".join(row) for row in way)
                ways.append(text if side == "b" else text.translate(str.maketrans("bw", "wb")))
        return min(ways)

    def traits(self, puzzle: Puzzle) -> dict[str, float]:
        size = puzzle.position.split()[0].count("/") + 1
        traits = {**super().traits(puzzle), f"size {size}": MOST_OF_A_SIZE, f"turns {puzzle.turns}": 0.5}
        return traits | ({"pass": 0.06} if "pass" in puzzle.answers else {})

    # -- posing and judging them -------------------------------------------------------------------

    def question(self, puzzle: Puzzle, match: Match) -> Words:
        player, turns = who(match), puzzle.turns
        colour = match.view(None)["colours"][match.actor]
        way = "one turn" if turns == 1 else f"{turns} turns"
        weg = "einen Zug" if turns == 1 else f"{turns} Züge"
        return {
            "en": f"You are {player}, {colour}. You can force a win; our way takes you {way}. "
            "Find a turn that makes sure of it, and see it through.",
            "de": f"Du bist {player}, {GERMAN[colour]}. Du kannst den Sieg erzwingen, auf unserem Weg braucht es "
            f"{weg} von dir. Finde einen Zug, der ihn sichert, und bring ihn nach Hause.",
        }

    def judge(self, puzzle: Puzzle, match: Match, action: str) -> Judgement:
        player, after = match.actor, match.copy()
        assert player is not None
        after.play(action)
        if after.actor == player:
            return Judgement("going", {"en": "Now move a stack.", "de": "Jetzt zieh einen Stapel."})
        if after.over:
            return self._ended(puzzle, match, after, player)
        solved = solve(after, "interpreted")
        if solved is None:
            raise Astray
        reply = whole_turn(after, solved, "interpreted").split()
        if solved.value > 0:
            return self._slipped(after, reply, solved)
        said = told(after, reply)
        if played_out(after, reply).over:
            return Judgement("right", CHEERS, [said], self._rows(puzzle, match), reply)
        return Judgement(
            "going",
            {"en": "That holds. Now see it through.", "de": "Das hält. Jetzt bring es nach Hause."},
            [said],
            replies=reply,
        )

    def _ended(self, puzzle: Puzzle, match: Match, after: Match, player: int) -> Judgement:
        if after.winners == (player,):
            return Judgement("right", CHEERS, [], self._rows(puzzle, match))
        other = NAMES[1 - player]
        drawn = len(after.winners) == 2
        en = "That ends the match in a draw." if drawn else f"That ends the match, and {other} wins."
        de = "Damit endet die Partie unentschieden." if drawn else f"Damit endet die Partie, und {other} gewinnt."
        return Judgement("wrong", {"en": en, "de": de})

    def _slipped(self, after: Match, reply: list[str], solved: Solved) -> Judgement:
        """Show what the other side does about it."""
        other = who(after)
        wins = solved.value == 1
        en = f"That lets it slip: now {other} {'can force a win' if wins else 'can hold the draw'}."
        does = "den Sieg erzwingen" if wins else "ein Unentschieden halten"
        de = f"Damit gibst du ihn aus der Hand: Jetzt kann {other} {does}."
        return Judgement("wrong", {"en": en, "de": de}, [told(after, reply)], replies=reply)

    def _rows(self, puzzle: Puzzle, match: Match) -> list[Row]:
        """List the first turns that win."""
        wins = {"en": "wins", "de": "gewinnt"}
        return [Row(turn, {"en": turn, "de": WRITTEN.get(turn, turn)}, wins, True) for turn in puzzle.answers]

    def solution(self, puzzle: Puzzle, match: Match) -> tuple[list[str], Judgement]:
        line = self._line(match, puzzle.answers[0], "interpreted").split("/")
        actions = " ".join(line).split()
        many = sum(1 for _ in turns_of(match))
        few = len(puzzle.answers)
        said = {
            "en": f"{'One' if few == 1 else few} of {many} possible turns {'wins' if few == 1 else 'win'}.",
            "de": f"{'Einer' if few == 1 else few} von {many} möglichen Zügen {'gewinnt' if few == 1 else 'gewinnen'}.",
        }
        whys = [told(match, actions[: len(line[0].split())])]
        return actions, Judgement("right", said, whys, self._rows(puzzle, match))


CHEERS = {"en": "Won by force. Nobody could have stopped you.", "de": "Sieg erzwungen. Da war nichts zu machen."}
GERMAN = {"black": "Schwarz", "white": "Weiß"}
WRITTEN = {"pass": "passen"}


def cells(row: str) -> list[str]:
    """Split a rank of a position into its points."""
    found: list[str] = []
    for sign in row:
        if sign.isdigit():
            found[-1] += sign
        else:
            found.append(sign)
    return found


def turns_of(match: Match) -> Iterator[str]:
    """List all turns of a player who has not placed yet."""
    for action in match.actions():
        if action == "pass":
            yield action
            continue
        placed = match.copy()
        placed.play(action)
        for move in placed.actions():
            yield f"{action} {move}"


def play(match: Match, turn: str) -> None:
    """Play a whole turn."""
    for action in turn.split():
        match.play(action)


def played_out(match: Match, actions: list[str]) -> Match:
    """Give the match after some actions."""
    after = match.copy()
    for action in actions:
        after.play(action)
    return after


def solve(match: Match, mode: Mode) -> Solved | None:
    """Solve a position; who is lost there resists as long as the solver had to look."""
    return Minimax(match, mode).solve(ASKED)


def whole_turn(match: Match, solved: Solved, mode: Mode) -> str:
    """Give the whole turn that an answer of the solver begins."""
    placed = match.copy()
    placed.play(solved.action)
    if placed.over or placed.actor != match.actor:
        return solved.action
    if len(solved.line) > 1:
        return " ".join(solved.line[:2])
    again = solve(placed, mode)
    if again is None:
        raise Astray
    return f"{solved.action} {again.action}"


PUZZLES = ForcedWins()
