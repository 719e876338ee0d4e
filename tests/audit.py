"""Ask whether known weaknesses are in what we use: pip-audit for Python, npm audit for the web app.

Where their data cannot be reached, that is said, and it is no failure: nobody could know more.
"""

import json
import subprocess
import sys

PYTHON = [sys.executable, "-m", "pip_audit", "--skip-editable", "--progress-spinner", "off", "--format", "json"]
WEB = ["npm", "audit", "--json"]
LONGEST = 120  # seconds


def answer(command):
    """Run an audit: its answer, or None where it could not get one."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
        return json.loads(run.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def python():
    """List weaknesses in Python's packages; None where nobody knows."""
    said = answer(PYTHON)
    if said is None or not said.get("dependencies"):
        return None
    asked = [one for one in said["dependencies"] if "vulns" in one]
    found = [f"{one['name']} {one['version']}: {weak['id']}" for one in asked for weak in one["vulns"]]
    return found if asked else None


def web():
    """List weaknesses in the web app's packages; None where nobody knows."""
    said = answer(WEB)
    if said is None or "vulnerabilities" not in said:
        return None
    return [f"{name}: {weak['severity']}" for name, weak in said["vulnerabilities"].items()]


def main():
    """Say what was found, and fail if something was."""
    weak = False
    for name, audit in (("pip-audit", python), ("npm audit", web)):
        found = audit()
        if found is None:
            print(f"{name}: the list of known weaknesses cannot be reached from here, so nothing was checked.")
        elif found:
            weak = True
            print(f"{name}: update what has known weaknesses:", *found, sep="\n  ")
        else:
            print(f"{name}: no known weaknesses.")
    sys.exit(weak)


if __name__ == "__main__":
    main()
