"""Compiled code is kept on the disk, and yesterday's rules are never served."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import meadhall
from meadhall.core import code_cache

SMALL_GAME = """
import meadhall, sys
from meadhall.lab.bench_rules import loop
from meadhall.core import code_cache
print(loop(meadhall.game("haugaz"), 2, "compiled", "sampling")(5) > 100, code_cache.folder())
"""


def copy_of_package(tmp_path):
    source = Path(meadhall.__file__).parent
    shutil.copytree(source, tmp_path / "meadhall", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(folder, cache, code=SMALL_GAME):
    environment = {**os.environ, "PYTHONPATH": str(folder), "MEADHALL_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_without_any_folder_to_write_to_everything_still_runs(tmp_path):
    assert run(copy_of_package(tmp_path), "/proc/nowhere")[0:2] == ["True", "None"]


def test_an_edited_rule_is_compiled_anew(tmp_path):
    folder = copy_of_package(tmp_path)
    code = (
        "import numpy as np\n"
        "from meadhall.core import code_cache, jit\n"
        "rules = jit.twin('meadhall.games.haugaz.rules', 'compiled')\n"
        "state, out = np.zeros((2, rules.STATE_SIZE), np.int64)\n"
        "state[rules.PHASE] = rules.CHOOSE\n"
        "rules.actions(state, out)\n"
        "print(out[1], code_cache.sources_hash())"
    )
    before = run(folder, tmp_path / "cache", code)
    rules = folder / "meadhall/games/haugaz/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("= 576, 577, 578", "= 576, 577, 600"), "utf-8")
    after = run(folder, tmp_path / "cache", code)
    assert before[0] == "578" and after[0] == "600" and before[1] != after[1]


SERVES_ALL = """
from meadhall.core.jit import rule, sibling
CODES = sibling(".rules").CODES
@rule
def actor(state):
    return CODES + state[0]
"""


def test_code_of_a_module_that_serves_every_game_is_kept_for_each_room_and_its_rules_of_today(tmp_path):
    folder = copy_of_package(tmp_path)
    (folder / "serves_all.py").write_text(SERVES_ALL, "utf-8")

    def found(room, codes):
        (folder / room).mkdir(exist_ok=True)
        (folder / room / "__init__.py").touch()
        (folder / room / "rules.py").write_text(f"CODES = {codes}", "utf-8")
        code = "import numpy as np\nfrom meadhall.core import jit\n"
        code += f"function = jit.twin('serves_all', 'compiled', '{room}').actor\n"
        code += "print(function(np.array([1])), sum(function.stats.cache_hits.values()))"
        return run(folder, tmp_path / "cache", code)

    assert found("one", 5) == ["6", "0"]
    assert found("one", 5) == ["6", "1"]
    assert found("two", 7) == ["8", "0"]
    assert found("one", 8) == ["9", "0"]


def test_what_is_never_compiled_changes_nothing_on_the_disk(tmp_path):
    folder = copy_of_package(tmp_path) / "meadhall"
    sources = [path.relative_to(folder).as_posix() for path in code_cache.compiled_sources(folder)]
    assert {"core/jit.py", "search/mcts_kernel.py", "games/haugaz/rules.py", "games/new_shores/instinct.py"} <= set(
        sources
    )
    assert not [name for name in sources if name.startswith(("service/", "terminal/")) or name.endswith("words.py")]


def test_compiled_modules_import_nothing_that_is_not_hashed():
    root = Path(meadhall.__file__).parent
    sources = code_cache.compiled_sources(root)
    hashed = {path.relative_to(root).with_suffix("").as_posix().replace("/", ".") for path in sources}
    for path in sources:
        text = path.read_text("utf-8")
        if re.search("^@(rule|loop)", text, re.MULTILINE):
            for module in re.findall(r"^from meadhall\.(\S+) import", text, re.MULTILINE):
                assert module in hashed or any(name.startswith(f"{module}.") for name in hashed), (path, module)


def test_code_of_other_versions_goes_when_nobody_has_used_it_for_long(tmp_path):
    code = "from meadhall.core import code_cache; print(code_cache.folder().name)"
    places = {name: tmp_path / name for name in ("0123456789abcdef", "fedcba9876543210", "notes")}
    for name, place in places.items():
        place.mkdir(mode=0o700)
        if name != "fedcba9876543210":  # that one was used today
            os.utime(place, (0, 0))
    kept = run(Path(meadhall.__file__).parents[1], tmp_path, code)[0]
    assert {place.name for place in tmp_path.iterdir()} == {kept, "fedcba9876543210", "notes"}


def test_modes_never_share_a_folder():
    for name in meadhall.games():
        for mode in ("compiled", "checked", "compiled"):
            meadhall.game(name).rules(mode)
    folder = code_cache.folder()
    if folder is None:
        return
    for name in meadhall.games():
        for mode in ("compiled", "checked"):
            cached = meadhall.game(name).rules(mode).actor._cache._impl.locator.get_cache_path()
            assert Path(cached).is_relative_to(folder / mode)


def test_a_folder_that_others_can_write_to_is_not_trusted(tmp_path):
    shared = tmp_path / "shared" / code_cache.sources_hash()
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    code = "from meadhall.core import code_cache; print(code_cache.folder())"
    environment = {**os.environ, "MEADHALL_CACHE": str(shared.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "None"
