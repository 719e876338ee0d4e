"""What `make audit` says: clean, weak, or that nobody could be asked."""

import json
from types import SimpleNamespace

import pytest

import audit

WEAK = {"dependencies": [{"name": "mead", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}], "fixes": []}
CLEAN = {"dependencies": [{"name": "mead", "version": "1.0", "vulns": []}], "fixes": []}
UNKNOWN = {"dependencies": [{"name": "mead", "skip_reason": "not found on PyPI"}], "fixes": []}
UNREACHED = {"statusCode": 405, "error": {"summary": "", "detail": ""}}


@pytest.mark.parametrize(
    ("python", "web", "status", "words"),
    [
        (CLEAN, {"vulnerabilities": {}}, 0, ["pip-audit: no known", "npm audit: no known"]),
        (WEAK, {"vulnerabilities": {}}, 1, ["mead 1.0: PYSEC-1", "npm audit: no known"]),
        (CLEAN, {"vulnerabilities": {"vite": {"severity": "high"}}}, 1, ["pip-audit: no known", "vite: high"]),
        (UNKNOWN, UNREACHED, 0, ["pip-audit: the list", "npm audit: the list"]),
        (None, None, 0, ["pip-audit: the list", "npm audit: the list"]),
    ],
)
def test_what_the_audit_says(python, web, status, words, monkeypatch, capsys):
    def run(command, **_):
        said = web if command[0] == "npm" else python
        return SimpleNamespace(stdout="a traceback" if said is None else json.dumps(said))

    monkeypatch.setattr(audit.subprocess, "run", run)
    with pytest.raises(SystemExit) as end:
        audit.main()
    said = capsys.readouterr().out
    assert bool(end.value.code) == bool(status) and all(word in said for word in words), said
