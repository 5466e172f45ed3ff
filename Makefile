# Two commands for a fresh machine with Python 3.11 or later, pip, venv and make:
#   make demo    sets itself up, compares two models, shows the verdict
#   make test    sets itself up, runs lint, types, layer contracts and all tests

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test lint types layers check bench clean

demo: $(VENV)/run
	$(BIN)/bakeoff demo

test: lint types layers check

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy

layers: $(VENV)/dev
	$(BIN)/lint-imports

check: $(VENV)/dev
	$(BIN)/pytest -n 2

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
