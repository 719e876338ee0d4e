# `make play` and `make test` do everything on a fresh machine; Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent
CORES := $(shell $(PYTHON) -c "import os; print(os.cpu_count())")
AT_ONCE := $(shell $(PYTHON) -c "import os; print(os.cpu_count() + os.cpu_count() // 2)") # tests: half of their time they wait
WEB := web package.json package-lock.json vite.config.ts src/meadhall/look $(wildcard src/meadhall/games/*/Board.svelte src/meadhall/games/*/web)

.PHONY: play test quick check check-python check-web audit browser postgres docs lock release clean

# Opens the hall and says where to look. To play in the terminal instead: $(BIN)/meadhall play
play: $(VENV)/.installed
	$(BIN)/meadhall $(if $(PORT),--port $(PORT))

test: $(VENV)/.installed-dev check audit browser postgres
	$(NPM) test
	$(BIN)/pytest -n $(AT_ONCE)

# The tests that need no browser, no server, no database and no compiler: about a minute.
quick: $(VENV)/.installed-dev
	$(BIN)/pytest -n $(CORES) --quick

check: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory -j2 check-python check-web

check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

check-web:
	$(NPM) check
	$(NPM) lint
	$(NPM) format:check

# Known weaknesses in what we use; where that cannot be looked up, it is said, and nothing fails.
audit: $(VENV)/.installed-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tests/audit.py

# The tests in a real browser need an installed Chromium; the one that has no window takes half the time.
browser:
	@command -v chromium-headless-shell >/dev/null || { \
	  echo "Installing Chromium for the tests in the browser."; \
	  SUDO=$$(command -v sudo || true); $$SUDO apt-get update -qq || true; \
	  $$SUDO apt-get install -qq -y chromium-headless-shell >/dev/null \
	  || command -v chromium chromium-browser google-chrome >/dev/null \
	  || $$SUDO apt-get install -qq -y chromium >/dev/null; }

# The tests with several servers need an installed PostgreSQL; they start one of their own.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  echo "Installing PostgreSQL for the tests with several servers."; \
	  SUDO=$$(command -v sudo || true); $$SUDO apt-get update -qq && $$SUDO apt-get install -qq -y postgresql >/dev/null; }

$(VENV)/.installed: pyproject.toml hatch_build.py $(shell find $(WEB) -type f ! -name '*.test.ts')
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/pip install --quiet --group dev
	touch $@

# The docs site, in build/site; a link that leads nowhere fails.
docs: $(VENV)/.installed
	$(BIN)/pip install --quiet --group docs
	$(BIN)/python docs/site/assemble.py build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# What a hall was tested with, to the byte, for every system and Python at once; `make lock UPGRADE=1` takes the newest of all.
lock: $(VENV)/.installed
	$(BIN)/pip install --quiet --group lock
	$(BIN)/uv pip compile pyproject.toml --extra postgres --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --custom-compile-command "make lock" --output-file requirements/hall.txt --quiet $(if $(UPGRADE),--upgrade)

# The wheel and the source distribution in dist/, tried in a clean environment without Node: a game is played there.
release: $(VENV)/.installed
	$(BIN)/pip install --quiet --group release
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python tests/release.py dist

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
