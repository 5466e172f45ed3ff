# Four commands for a fresh machine with Python 3.11 or later, pip, venv and make:
#   make demo    sets itself up, compares two models, shows the verdict
#   make check   sets itself up, runs the quick tests: for use while working
#   make docs    sets itself up, builds the documentation site and checks its links
#   make test    sets itself up, runs lint, types, layer contracts and all tests: for use before a merge

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# Tests start Python hundreds of times; each start would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo check test half-1 half-2 lint types layers docs bench chaos faults dist constraints offline offline-wheel offline-sdist skore clean

demo: $(VENV)/run
	$(BIN)/bakeoff demo

check: $(VENV)/dev
	$(BIN)/pytest -m "not slow" tests/unit tests/every tests/oracles

# Two halves side by side, each with files of its own. With `-n 2` both processes would collect everything, and
# a third one would hear of every test: 20 s more or so.
test: lint types layers
	$(MAKE) --jobs=2 half-1 half-2

half-1 half-2: half-%: $(VENV)/dev
	$(BIN)/pytest --half $* tests $(if $(filter 1,$*),src)

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy

layers: $(VENV)/dev
	$(BIN)/lint-imports

# The site, in build/docs/html. Warnings are errors, every link inside it must lead
# somewhere, and axe looks at a sample of pages where there is a Chromium.
docs: $(VENV)/docs
	rm -rf build/docs docs/reference
	$(BIN)/python -m sphinx -q -n -W --keep-going -d build/docs/read -b html docs build/docs/html
	$(BIN)/python -m docs._ext.check_links build/docs/html
	$(BIN)/python -m docs._ext.check_pages build/docs/html

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks

# Every write, sync and rename that can fail, fails once: eight minutes, the same cases on every machine.
faults: $(VENV)/dev
	$(BIN)/python -m chaos --quick

# Kills, full disks, flipped bits, mutated inputs and hostile requests: 20 minutes, on a quiet machine with Linux.
chaos: $(VENV)/dev
	$(BIN)/python -m chaos

# skore needs newer libraries than bakeoff does, so that it has an environment of its own.
skore:
	$(PYTHON) -m venv $(VENV)-skore
	$(VENV)-skore/bin/pip install --quiet --editable . pytest skore==0.28.0
	$(VENV)-skore/bin/python -m pytest tests/unit/compare/test_reports.py

# The files of a release, made from and with nothing but files whose hashes are in `constraints/`. The wheelhouse
# gets what they need to be installed, and to be built from source.
dist:
	rm -rf dist wheelhouse $(VENV)-dist
	$(PYTHON) -m venv $(VENV)-dist
	$(VENV)-dist/bin/pip install --quiet --require-hashes --requirement constraints/build.txt
	$(VENV)-dist/bin/hatchling build -d dist
	for each in build run; do \
		$(VENV)-dist/bin/pip download --quiet --require-hashes --only-binary :all: --dest wheelhouse \
			--requirement constraints/$$each.txt || exit; \
	done
	rm -rf $(VENV)-dist
	$(MAKE) offline

# Pins the newest versions with their hashes for all platforms; needs uv.
REQUIRED = import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")
PIN := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url --upgrade

constraints:
	$(PIN) pyproject.toml --output-file constraints/run.txt
	$(PYTHON) -c '$(REQUIRED)' | $(PIN) - --output-file constraints/build.txt

# A proof that the wheel and the source archive of `make dist` install where there is no network: pip takes
# everything from the wheelhouse, also what builds the source archive.
offline: offline-wheel offline-sdist

offline-wheel offline-sdist: offline-%:
	rm -rf $(VENV)-offline-$*
	$(PYTHON) -m venv $(VENV)-offline-$*
	$(VENV)-offline-$*/bin/pip install --quiet --no-index --find-links wheelhouse dist/*$(if $(filter sdist,$*),.tar.gz,.whl)
	$(VENV)-offline-$*/bin/bakeoff demo
	rm -rf $(VENV)-offline-$*

$(VENV)/run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@ $(VENV)/run

$(VENV)/docs: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable ".[docs]"
	touch $@ $(VENV)/run

clean:
	rm -rf $(VENV) $(VENV)-skore $(VENV)-dist $(VENV)-offline-* build docs/reference dist wheelhouse .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
