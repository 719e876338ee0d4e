"""Calls about puzzles."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from meadhall.hall import puzzles
from meadhall.hall.messages import Preview, PuzzleAsked, PuzzleCard, PuzzleTry, PuzzleVerdict

from .common import hall_of


@get("/api/puzzles/{game:str}", sync_to_thread=True)
def list_puzzles(game: FromPath[str]) -> list[PuzzleCard]:
    """List the puzzles of a game."""
    return puzzles.listed(game)


@get("/api/puzzles/{game:str}/{name:str}", costs="moves")
async def ask_puzzle(state: State, game: FromPath[str], name: FromPath[str]) -> PuzzleAsked:
    """Ask a puzzle: the question and the table, without the answer."""
    return await hall_of(state).at_leisure(puzzles.asked, game, name)


@post("/api/puzzles/{game:str}/{name:str}/try", status_code=200, costs="moves")
async def try_puzzle(
    state: State, game: FromPath[str], name: FromPath[str], data: JSONBody[PuzzleTry]
) -> PuzzleVerdict:
    """Judge an action in a puzzle; where it goes on, the other side has answered."""
    return await hall_of(state).at_leisure(puzzles.tried, game, name, data.played, data.action)


@post("/api/puzzles/{game:str}/{name:str}/preview", status_code=200, costs="moves")
async def preview_puzzle(state: State, game: FromPath[str], name: FromPath[str], data: JSONBody[PuzzleTry]) -> Preview:
    """Say what an action would do, where that gives nothing away."""
    return await hall_of(state).at_leisure(puzzles.preview, game, name, data.played, data.action)


@get("/api/puzzles/{game:str}/{name:str}/solution", costs="study")
async def solve_puzzle(state: State, game: FromPath[str], name: FromPath[str]) -> PuzzleVerdict:
    """Show how a puzzle is solved."""
    return await hall_of(state).at_leisure(puzzles.solved, game, name)


HANDLERS = [list_puzzles, ask_puzzle, try_puzzle, preview_puzzle, solve_puzzle]
