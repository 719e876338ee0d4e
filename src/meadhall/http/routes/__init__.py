"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from typing import Any, cast

from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec

from meadhall.hall.messages import Problem

from . import daily, health, lessons, owners, pages, people, pictures, puzzles, socket, study, tables, together

HANDLERS = [
    *tables.HANDLERS,
    *study.HANDLERS,
    *pictures.HANDLERS,
    *lessons.HANDLERS,
    *puzzles.HANDLERS,
    *together.HANDLERS,
    *people.HANDLERS,
    *daily.HANDLERS,
    *owners.HANDLERS,
    *socket.HANDLERS,
    *health.HANDLERS,
    *pages.HANDLERS,
]

PROBLEM = ResponseSpec(Problem, generate_examples=False, description="What is wrong, for people")
for handler in HANDLERS:
    if isinstance(handler, HTTPRouteHandler):  # in OpenAPI's words, a Problem is what all other answers are
        handler.responses = {**(handler.responses or {}), 400: PROBLEM, cast(Any, "default"): PROBLEM}
