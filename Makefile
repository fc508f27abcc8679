# Everything from a bare checkout: `make run`, `make test`. They keep to .venv and web/node_modules.
PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

WEB := $(wildcard web/package.json)
WEB_SOURCES := $(wildcard web/*.json web/*.ts web/*.js web/*.mjs web/*.html web/.npmrc) \
	$(shell find web/src web/scripts web/public web/static 2>/dev/null)
MODULES := $(if $(WEB),web/node_modules/.package-lock.json)
BROWSER := $(wildcard tests/browser)

.PHONY: setup run test check bench kill slow golden coverage fix python
.NOTPARALLEL:

setup: python .venv/.run .venv/.built  ## prepare, start nothing

run: setup  ## the server, on http://127.0.0.1:8080
	$(BIN)/tapete run

test: python .venv/.dev .venv/.built $(MODULES)  ## unit, web and browser tests
	$(PY) -m pytest -p no:playwright --coverage check
	$(if $(wildcard web/tests),cd web && npm test)
	$(if $(BROWSER),$(PY) -m pytest -m browser tests/browser)

check: python .venv/.dev .venv/.built $(MODULES)  ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PY) -m pytest -q -p no:playwright tests/test_tidy.py tests/test_purity.py
	$(if $(WEB),cd web && npm run check)

bench: python .venv/.dev .venv/.bench .venv/.built  ## figures, with peers in the same run
	$(PY) -m bench

kill: python .venv/.dev .venv/.built  ## 200 kills of a running server
	TAPETE_KILLS=200 $(PY) -m pytest -p no:playwright -m "" -s tests/sim -k kill

slow: python .venv/.dev .venv/.built  ## the long laws and simulations
	HYPOTHESIS_PROFILE=slow $(PY) -m pytest -p no:playwright -m slow

golden: python .venv/.dev .venv/.built  ## rewrite the golden hands: review the diff
	TAPETE_GOLDEN=write $(PY) -m pytest -p no:playwright -k golden

coverage: python .venv/.dev .venv/.built  ## rewrite docs/coverage.tsv
	$(PY) -m pytest -q -p no:playwright -m "" --collect-only --coverage write > /dev/null

fix: python .venv/.dev  ## mend what a tool can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# ── what the targets stand on ────────────────────────────────────────────────────────────────
python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	|| { echo "Python 3.11 or newer with venv is missing:  apt-get install python3 python3-venv"; \
	exit 1; }

$(PY):
	$(PYTHON) -m venv .venv

.venv/.run: $(PY) requirements.lock
	$(PY) -m pip install -q --require-hashes -r requirements.lock
	@touch $@

.venv/.dev: $(PY) requirements-dev.lock
	$(PY) -m pip install -q --require-hashes -r requirements-dev.lock
	@touch .venv/.run $@

.venv/.bench: $(PY) requirements-bench.lock
	$(PY) -m pip install -q --require-hashes -r requirements-bench.lock
	@touch $@

.venv/.built: $(PY) pyproject.toml hatch_build.py $(WEB_SOURCES)
	$(PY) -m pip install -q --no-deps -e .
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@mkdir -p $(@D) && touch $@
