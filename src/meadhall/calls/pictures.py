"""Calls for pictures of matches."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import JSONBody

from meadhall.service.messages import PictureWish
from meadhall.service.study import drawn

SVG = "image/svg+xml"


@post("/api/study/picture", status_code=200, media_type=SVG, sync_to_thread=True)
def picture(data: JSONBody[PictureWish]) -> Response[str]:
    """Draw a record as SVG: the table at its end or after some actions, or one picture that plays the game."""
    return Response(drawn(data), media_type=f"{SVG}; charset=utf-8")


HANDLERS = [picture]
