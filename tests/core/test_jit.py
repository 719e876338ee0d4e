"""One source of rules, three ways to run it."""

import subprocess
import sys

import numpy as np
import pytest

import meadhall
from meadhall.core import jit

WORDS = [0, 1, 2, 0b1011, 1 << 62, -1, -(1 << 63), 0x0123456789ABCDEF, -0x0123456789ABCDEF]


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


def test_bounds_are_checked_where_they_are_asked_for():
    game = meadhall.game("haugaz")
    state = np.zeros(3, np.int64)  # far too short
    with pytest.raises(IndexError):
        game.rules("checked").actor(state)


SERVES_ALL = """
from meadhall.core.jit import rule, sibling
CODES = sibling(".rules").CODES
@rule
def actor(state):
    return CODES + state[0]
"""


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_a_module_that_serves_every_game_has_the_rules_of_the_one_that_it_is_loaded_for(mode, tmp_path, monkeypatch):
    (tmp_path / "serves_all.py").write_text(SERVES_ALL, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in meadhall.games():
        game = meadhall.game(name)
        mine = jit.twin("serves_all", mode, game.package)
        assert mine.actor(np.array([1])) == game.rules().CODES + 1
        assert jit.twin("serves_all", mode, game.package) is mine


def test_a_module_that_serves_every_game_cannot_be_loaded_for_none():
    with pytest.raises(ImportError):
        jit.sibling(".rules")
