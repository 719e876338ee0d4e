"""One source of rules, three ways to run it; and a cache that never serves yesterday's rules."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import meadhall
from meadhall.core import jit

WORDS = [0, 1, 2, 0b1011, 1 << 62, -1, -(1 << 63), 0x0123456789ABCDEF, -0x0123456789ABCDEF]
SMALL_GAME = """
import meadhall, sys
from meadhall.lab.bench_rules import loop
from meadhall.core import jit
print(loop(meadhall.game("haugaz"), 2, "compiled", "sampling")(5) > 100, jit.cache_folder())
"""


@pytest.mark.parametrize("word", WORDS)
def test_words_of_64_bits_count_like_their_bits(word):
    bits = [bit for bit in range(64) if word >> bit & 1]
    assert jit.popcount(np.int64(word)) == len(bits)
    assert bits == [] or jit.lowest(np.int64(word)) == bits[0]
    for n, bit in enumerate(bits):
        assert jit.nth_lowest(np.int64(word), n) == bit
    for by in (0, 1, 9, 63):
        assert jit.rotated(np.int64(word), by) & jit._WORD == sum(1 << (bit + by) % 64 for bit in bits)
    if bits:
        assert jit.without_lowest(np.int64(word)) == word - (1 << bits[0]) or bits[0] == 63


def test_keys_of_two_words_differ_where_any_few_bits_do():
    few = [0, *(1 << a | 1 << b for a in range(64) for b in range(a + 1))]
    firsts = [jit.mixed(0, word) for word in [*few[::40], 1 << 63]]
    keys = {jit.mixed(key, word) for key in firsts for word in few}
    assert len(keys) == len(set(firsts)) * len(few)
    assert all(-(1 << 63) <= key < 1 << 63 for key in keys)


def test_random_numbers_cover_their_range_evenly():
    random = np.array([1], np.int64)
    drawn = [jit.below(random, 6) for _ in range(6000)]
    assert set(drawn) == set(range(6)) and all(900 < drawn.count(n) < 1100 for n in range(6))


def test_importing_meadhall_loads_neither_numba_nor_a_web_server():
    code = "import sys, meadhall; meadhall.games(); print([m for m in sys.modules if m in {heavy}])"
    heavy = {"numba", "llvmlite", "litestar", "uvicorn", "starlette", "torch", "matplotlib"}
    done = subprocess.run([sys.executable, "-c", code.format(heavy=heavy)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_playing_interpreted_never_loads_numba():
    code = "import sys, meadhall; m = meadhall.game('haugaz').new(); m.play('a1'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


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
        "from meadhall.core import jit\n"
        "rules = jit.twin('meadhall.games.haugaz.rules', 'compiled')\n"
        "state, out = np.zeros((2, rules.STATE_SIZE), np.int64)\n"
        "state[rules.PHASE] = rules.CHOOSE\n"
        "rules.actions(state, out)\n"
        "print(out[1], jit.sources_hash())"
    )
    before = run(folder, tmp_path / "cache", code)
    rules = folder / "meadhall/games/haugaz/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("= 576, 577, 578", "= 576, 577, 600"), "utf-8")
    after = run(folder, tmp_path / "cache", code)
    assert before[0] == "578" and after[0] == "600" and before[1] != after[1]


def test_what_is_never_compiled_changes_nothing_on_the_disk(tmp_path):
    folder = copy_of_package(tmp_path) / "meadhall"
    sources = [path.relative_to(folder).as_posix() for path in jit.compiled_sources(folder)]
    assert {"core/jit.py", "bots/mcts.py", "games/haugaz/rules.py", "games/new_shores/instinct.py"} <= set(sources)
    assert not [name for name in sources if name.startswith(("service/", "terminal/")) or name.endswith("words.py")]


def test_compiled_modules_import_nothing_that_is_not_hashed():
    root = Path(meadhall.__file__).parent
    sources = jit.compiled_sources(root)
    hashed = {path.relative_to(root).with_suffix("").as_posix().replace("/", ".") for path in sources}
    for path in sources:
        text = path.read_text("utf-8")
        if re.search("^@(rule|loop)", text, re.MULTILINE):
            for module in re.findall(r"^from meadhall\.(\S+) import", text, re.MULTILINE):
                assert module in hashed or any(name.startswith(f"{module}.") for name in hashed), (path, module)


def test_code_of_other_versions_goes_when_nobody_has_used_it_for_long(tmp_path):
    code = "from meadhall.core import jit; print(jit.cache_folder().name)"
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
    folder = jit.cache_folder()
    if folder is None:
        return
    for name in meadhall.games():
        for mode in ("compiled", "checked"):
            cached = meadhall.game(name).rules(mode).actor._cache._impl.locator.get_cache_path()
            assert Path(cached).is_relative_to(folder / mode)


def test_a_folder_that_others_can_write_to_is_not_trusted(tmp_path):
    shared = tmp_path / "shared" / jit.sources_hash()
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    code = "from meadhall.core import jit; print(jit.cache_folder())"
    environment = {**os.environ, "MEADHALL_CACHE": str(shared.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "None"


def test_bounds_are_checked_where_they_are_asked_for():
    game = meadhall.game("haugaz")
    state = np.zeros(3, np.int64)  # far too short
    with pytest.raises(IndexError):
        game.rules("checked").actor(state)
