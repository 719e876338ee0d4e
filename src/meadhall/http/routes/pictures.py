"""Calls for pictures of matches."""

from __future__ import annotations

from litestar import Response, post
from litestar.datastructures import State
from litestar.params import JSONBody

from meadhall.hall.messages import PictureWish
from meadhall.hall.study import drawn

from .common import hall_of

SVG = "image/svg+xml"


@post("/api/study/picture", status_code=200, media_type=SVG, costs="study")
async def picture(state: State, data: JSONBody[PictureWish]) -> Response[str]:
    """Draw a record as SVG: the table at its end or after some actions, or one picture that plays the game."""
    return Response(await hall_of(state).at_leisure(drawn, data), media_type=f"{SVG}; charset=utf-8")


HANDLERS = [picture]
