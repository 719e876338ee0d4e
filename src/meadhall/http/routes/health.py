"""Calls for whoever watches over the server: whether it is ready, and its figures."""

from __future__ import annotations

from ipaddress import ip_address

from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.types import Message, Scope

from meadhall.hall import metrics
from meadhall.hall.health import HealthCheck
from meadhall.hall.messages import Health

from ..guards import Call, no_page
from .common import hall_of

TEXT = "text/plain; version=0.0.4; charset=utf-8"  # as Prometheus wants it


@get("/api/health")
async def health(state: State) -> Response[Health]:
    """Say whether the hall is ready (200), or its database is away or damaged (503), and since when."""
    doctor: HealthCheck = state.doctor
    found = await doctor.look()
    return Response(found, status_code=200 if found.status == "ready" else 503, media_type=MediaType.JSON)


@get("/metrics", include_in_schema=False)
async def figures(request: Call, state: State) -> Response[str]:
    """Give the server's figures to this machine, or to all if the host wants that."""
    if not (state.open_metrics or _from_here(request)):
        raise no_page()
    found = await state.doctor.look()
    now = {
        "meadhall_ready": ("Whether the database is sound and can be written.", float(found.status == "ready")),
        "meadhall_database_sound": (
            "Whether nothing damaged was found in the database the last time.",
            float(state.doctor.sound),
        ),
        **hall_of(state).figures(),
    }
    return Response(metrics.text(now), media_type=TEXT)


def _from_here(request: Call) -> bool:
    """Say whether somebody on this machine asks; what a proxy hands on comes from elsewhere."""
    if request.client is None or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


async def count_answer(message: Message, scope: Scope) -> None:
    """Count the answers of the server."""
    if message["type"] == "http.response.start":
        metrics.ANSWERS.add(str(message["status"]))


HANDLERS = [health, figures]
