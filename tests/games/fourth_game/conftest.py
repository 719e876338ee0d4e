"""These tests are about a game that is only there when MEADHALL_GAMES names this folder: see test_fourth_game.py."""

import meadhall

collect_ignore_glob = [] if "little-morris" in meadhall.games() else ["test_*.py"]
