"""The files that other programs read: workflows, forms, the citation, the locks."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import meadhall

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
YAML = [
    *sorted((ROOT / ".github").rglob("*.yml")),
    ROOT / ".pre-commit-config.yaml",
    ROOT / "CITATION.cff",
]
LOCKED = re.compile(
    r"^(?P<wanted>\S+==[^\\]+?) \\\n(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def read(name):
    """Read a file of YAML."""
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.mark.parametrize("file", YAML, ids=lambda file: file.name)
def test_yaml_can_be_read(file):
    assert isinstance(yaml.safe_load(file.read_text("utf-8")), dict)


@pytest.mark.parametrize("name", ["bug", "rules", "idea"])
def test_a_form_has_what_github_asks_of_it(name):
    form = read(f".github/ISSUE_TEMPLATE/{name}.yml")
    assert form["name"] and form["description"]
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(ids) == len(set(ids))
    for field in form["body"]:
        assert field["type"] in ("markdown", "textarea", "input", "dropdown", "checkboxes")
        assert field["attributes"]["value" if field["type"] == "markdown" else "label"]


def test_the_citation_names_this_version_and_who_made_it():
    citation = read("CITATION.cff")
    holder = re.search(r"Copyright \(c\) \d+ (.+)", (ROOT / "LICENSE").read_text("utf-8"))[1]
    assert citation["version"] == meadhall.__version__
    assert citation["authors"] == PROJECT["project"]["authors"] == [{"name": holder}]
    assert citation["license"] == PROJECT["project"]["license"]


def test_every_python_that_is_named_is_tested_on_both_systems():
    prefix = "Programming Language :: Python :: 3."
    named = [
        "3." + words.removeprefix(prefix) for words in PROJECT["project"]["classifiers"] if words.startswith(prefix)
    ]
    jobs = read(".github/workflows/tests.yml")["jobs"].values()
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"
    assert {job["runs-on"] for job in jobs} == {"ubuntu-latest", "macos-latest"}
    assert all(job["strategy"]["matrix"]["python"] == named for job in jobs)


def test_what_workflows_make_the_makefile_has():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for name in ("tests", "release"):
        jobs = read(f".github/workflows/{name}.yml")["jobs"].values()
        made = [
            step["run"].split()[1] for job in jobs for step in job["steps"] if step.get("run", "").startswith("make ")
        ]
        assert made and set(made) <= targets


def test_nobody_but_the_publishing_job_may_speak_for_us():
    for name in ("tests", "release"):
        workflow = read(f".github/workflows/{name}.yml")
        assert workflow["permissions"] == {"contents": "read"}
        allowed = {job: work["permissions"] for job, work in workflow["jobs"].items() if "permissions" in work}
        assert allowed == ({"publish": {"id-token": "write"}} if name == "release" else {})


def test_the_lock_of_the_hall_has_all_that_a_hall_needs_with_hashes():
    text = (ROOT / "requirements/hall.txt").read_text("utf-8")
    found = list(LOCKED.finditer(text))
    rest = [line for line in LOCKED.sub("", text).splitlines() if not line.startswith("#")]
    assert rest == []
    locked = {}
    for one in found:
        wanted = Requirement(one["wanted"])
        (version,) = wanted.specifier
        locked.setdefault(wanted.name, []).append(version.version)
    needed = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["postgres"]]
    for requirement in map(Requirement, needed):
        versions = locked[requirement.name]
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_no_lock_names_a_host():
    assert "://" not in (ROOT / "requirements/hall.txt").read_text("utf-8")
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []
