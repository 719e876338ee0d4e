"""Every call that OpenAPI describes, with whatever fits its types or does not: no failure, and answers as described.

MEADHALL_EXAMPLES=1000 tries more for each call.
"""

import os

import pytest
import schemathesis
from app_client import Quick, hall
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

import meadhall
from meadhall.hall.store import NoStore
from meadhall.http.server import create_app

EXAMPLES = int(os.environ.get("MEADHALL_EXAMPLES", "8"))
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
PUBLIC = schemathesis.openapi.from_dict(create_app(NoStore(), Quick()).openapi_schema.to_schema())
CALLS = {f"{call.method.upper()} {call.path}": call for call in (found.ok() for found in PUBLIC.get_all_operations())}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Two seats at a table where something has happened."""
    with hall(tmp_path_factory.mktemp("hall")) as guest:
        both = guest.known("Runa").sits(guest.open("haugaz", "here", "here"))
        both.play_on(moves=3)
        yield both


@pytest.mark.parametrize("call", CALLS)
def test_whatever_is_asked_is_answered_as_described(call, both, caplog):
    cases = st.one_of([CALLS[call].as_strategy(generation_mode=mode) for mode in GenerationMode])

    @given(cases, st.sampled_from([True, False]), st.sampled_from(meadhall.games()))
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=HealthCheck)
    def ask(case, meant, game):
        if meant:  # somebody who has a seat at a table that exists
            known = {"name": both.name, "game": game, "lang": "de", "kind": "solo"}
            case.path_parameters = {key: known.get(key, value) for key, value in (case.path_parameters or {}).items()}
            case.headers = {**(case.headers or {}), **both.headers}
        wish = case.as_transport_kwargs(base_url="http://testserver.local")
        wish["content"] = wish.pop("data", None)
        wish.pop("cookies", None)
        answer = both.client.request(**wish)
        case.validate_response(Response.from_any(answer), checks=CHECKS)

    ask()
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
