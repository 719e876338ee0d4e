"""The units that run a hall: each is as shut in as the others, and what fails is told to somebody."""

from configparser import ConfigParser
from pathlib import Path

import pytest

HOSTING = Path(__file__).parents[2] / "docs" / "hosting"
UNITS = sorted(path.name for path in HOSTING.glob("*.service"))
NEWS = "meadhall-failed@.service"
SHUT_IN = ("NoNewPrivileges", "CapabilityBoundingSet", "Private", "Protect", "Lock", "Restrict", "SystemCall", "UMask")


def unit(name):
    found = ConfigParser(interpolation=None, comment_prefixes="#", delimiters="=")
    found.optionxform = str
    found.read_string((HOSTING / name).read_text("utf-8"))
    return found


def shut_in(name):
    return {line for line in unit(name)["Service"].items() if line[0].startswith(SHUT_IN)}


def test_there_are_units_for_all_that_runs():
    assert UNITS == ["meadhall-backup.service", NEWS, "meadhall-worker@.service", "meadhall.service"]
    assert len(shut_in("meadhall.service")) == 20


@pytest.mark.parametrize("name", UNITS)
def test_every_unit_is_as_shut_in_as_the_server(name):
    assert shut_in(name) == shut_in("meadhall.service")
    assert unit(name)["Service"]["User"] == "meadhall"


@pytest.mark.parametrize("name", [name for name in UNITS if name != NEWS])
def test_what_fails_is_told_to_somebody(name):
    assert unit(name)["Unit"]["OnFailure"] == NEWS.replace("@", "@%n")
    assert "%i has failed" in unit(NEWS)["Service"]["ExecStart"]


@pytest.mark.parametrize("name", UNITS)
def test_every_unit_is_explained(name):
    assert f"hosting/{name}" in (HOSTING.parent / "hosting.md").read_text("utf-8")
