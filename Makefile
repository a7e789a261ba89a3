# Needs Python 3.11 or newer, make and git. Every target sets up what it needs in .venv.

VENV  := .venv
BIN   := $(VENV)/bin
READY := $(VENV)/.ready
ARGS  ?=

# The first of these that runs and can create a virtual environment; evaluated only when .venv has to be created.
PYTHON ?= $(eval PYTHON := $(shell for p in python3.13 python3.12 python3.11 python3; do \
	if $$p -c 'import ensurepip' >/dev/null 2>&1; then echo $$p; break; fi; done))$(PYTHON)

PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq

.DEFAULT_GOAL := help
.PHONY: help setup page types play terminal test check fmt bench fuzz pictures lock clean

help: ## show this list
	@echo 'make <target> [ARGS="..."]'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1	\2/p' Makefile | expand -t 12

setup: $(READY) ## create .venv with everything pinned in requirements.lock
	@echo 'setup    ready'

play: page ## play in the browser: start a local server and open its page
	@$(BIN)/ardennes serve --open $(ARGS)

terminal: $(READY) ## play Bulge in the terminal: you are the Germans, the AI is the Allies
	@$(BIN)/ardennes play bulge --german human --allied greedy $(ARGS)

page: $(READY) ## build the page and draw the boards if they are out of date
	@$(BIN)/python -m ardennes.server.build_page

types: $(READY) ## write the page's types of what the server sends, from the server's OpenAPI document
	@$(BIN)/python -m ardennes.server.build_page --run types

test: page ## run all tests on all cores, including those of the page and in the browser
	@$(BIN)/pytest -n auto --dist worksteal $(ARGS)

check: $(READY) ## check formatting, lint, types (Python and page) and import direction
	@printf 'format   '; $(BIN)/ruff format --check .
	@printf 'lint     '; $(BIN)/ruff check .
	@printf 'types    '; $(BIN)/mypy
	@printf 'imports  '; out=$$($(BIN)/lint-imports 2>&1) || { echo "$$out"; exit 1; }; \
		echo "$$out" | grep '^Contracts:'
	@printf 'page     '; out=$$($(BIN)/python -m ardennes.server.build_page --run check 2>&1) || \
		{ echo "$$out"; exit 1; }; echo "$$out" | grep -o 'svelte-check found[a-z0-9 ]*'

fmt: $(READY) ## format the code and fix what the linter can
	@printf 'lint     '; $(BIN)/ruff check --fix .
	@printf 'format   '; $(BIN)/ruff format .

bench: $(READY) ## measure the engine's speed
	@$(BIN)/python -m ardennes.lab.bench $(ARGS)

fuzz: $(READY) ## play random games and check every invariant
	@$(BIN)/python -m ardennes.lab.fuzz $(ARGS)

pictures: page ## retake the pictures of page and terminal in docs/ (needs chromium)
	@SHOTS=docs $(BIN)/pytest tests/cli/test_pictures.py $(ARGS)
	@SHOTS=docs/app $(BIN)/pytest tests/browser/test_pictures.py $(ARGS)
	@$(BIN)/python -m tests.browser.look

lock: ## regenerate requirements.lock from pyproject.toml (needs python3.11; ARGS=--upgrade for new versions)
	@python3.11 -m venv --clear build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check install -qq pip-tools
	@CUSTOM_COMPILE_COMMAND='make lock' build/lock/bin/pip-compile -q --generate-hashes --allow-unsafe \
		--all-extras --all-build-deps --strip-extras --no-emit-index-url --no-emit-find-links \
		--no-emit-trusted-host $(ARGS) -o requirements.lock pyproject.toml

clean: ## remove everything that can be rebuilt, including .venv
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@rm -rf src/*.egg-info src/ardennes/server/page src/ardennes/server/.page-* src/ardennes/server/boards
	@rm -rf web/node_modules web/dist web/coverage test-pictures
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(READY): pyproject.toml requirements.lock
	@test -n "$(PYTHON)" || { echo 'Ardennes needs Python 3.11 or newer with its venv module, and found none.' \
		'Specify one: make PYTHON=/path/to/python3' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
		"Ardennes needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" --version 2>&1)." \
		'Specify another: make PYTHON=/path/to/python3' >&2; exit 1; }
	@echo "setup    $$("$(PYTHON)" --version) in $(VENV)"
	@"$(PYTHON)" -m venv --clear $(VENV)
	@echo 'setup    packages from requirements.lock'
	@$(PIP) --require-hashes --only-binary :all: -r requirements.lock
	@echo 'setup    ardennes'
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@
