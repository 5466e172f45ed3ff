# Three commands for a fresh machine with Python 3.11 or later, pip, venv and make:
#   make demo    sets itself up, compares two models, shows the verdict
#   make check   sets itself up, runs the quick tests: for use while working
#   make test    sets itself up, runs lint, types, layer contracts and all tests: for use before a merge

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# Tests start Python hundreds of times; each start would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo check test lint types layers bench clean

demo: $(VENV)/run
	$(BIN)/bakeoff demo

check: $(VENV)/dev
	$(BIN)/pytest -m "not slow" tests/unit tests/every tests/oracles

test: lint types layers
	$(BIN)/pytest -n 2

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy

layers: $(VENV)/dev
	$(BIN)/lint-imports

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks

$(VENV)/run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@ $(VENV)/run

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
