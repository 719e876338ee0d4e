"""Calls about lessons: a first game in small steps."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath

from meadhall.hall.lessons import packed_lesson
from meadhall.hall.messages import Lesson
from meadhall.hall.table_setup import the_game

from ..guards import Call
from .common import packed


@get(
    "/api/lessons/{game:str}",
    sync_to_thread=True,
    packed=True,
    responses={200: ResponseSpec(Lesson, generate_examples=False)},
)
def lesson(request: Call, game: FromPath[str]) -> Response[bytes]:
    """Give the lesson of a game, with everything that is needed to go through it."""
    return packed(request, packed_lesson(the_game(game)), MediaType.JSON)


HANDLERS = [lesson]
