.DEFAULT_GOAL := help
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory

# make run PORT=8010 DATA_DIR=/some/where SEED=0; what is not given comes from the environment, .env or the defaults.
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
endif
SERVE_OPTIONS = $(if $(PORT),--port $(PORT)) $(if $(DATA_DIR),--data-dir "$(DATA_DIR)")
export PYTHON
# Without compiled bytecode every start of the server takes seconds longer.
unexport PYTHONDONTWRITEBYTECODE
ifdef SEED
export MEMORYOPS_SEED := $(SEED)
endif

STEP := backend/scripts/step.sh
UV := .uv/bin/uv
SERVER := .venv/bin/memoryops
HINDSIGHT := .setup/hindsight/stamp
NODE := frontend/node_modules/.package-lock.json
CONSOLE := frontend/dist/index.html
CONSOLE_SOURCES := $(shell find frontend -path frontend/node_modules -prune -o -path frontend/dist -prune \
	-o \( -path 'frontend/src*' -o -path 'frontend/scripts*' -o -path 'frontend/public*' -o -name index.html -o -name 'vite.config.*' \) -print)

# $(call lay,FILE...): what the machine must have, then the parts that end in these files, side by side and by one make at a time.
lay = backend/scripts/require.sh build && mkdir -p .setup && \
	{ flock -n .setup/lock true || echo "==> Waiting for another set-up of this checkout"; } && flock .setup/lock $(MAKE) -s -j4 $(1)

.PHONY: help setup run test check dev bench faults eval clean lock

help: ## Show what can be made
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

setup: ## Set up and build everything, without serving
	@$(call lay,$(SERVER) $(HINDSIGHT) $(CONSOLE))

run: ## Set up, build the console and serve MemoryOps on http://127.0.0.1:8000
	@$(call lay,$(SERVER) $(HINDSIGHT) $(CONSOLE))
	@exec $(SERVER) serve $(SERVE_OPTIONS)

test: ## Run every test, linter, type check, import contract and browser test
	@$(call lay,$(SERVER) $(HINDSIGHT) $(CONSOLE))
	@backend/scripts/require.sh test
	@exec .venv/bin/python backend/scripts/run_checks.py all

check: ## Run the fast checks only: format, lint, types, import contracts
	@$(call lay,$(SERVER) $(NODE))
	@exec .venv/bin/python backend/scripts/run_checks.py fast

dev: ## Serve with reload on both sides; Ctrl-C stops both
	@$(call lay,$(SERVER) $(HINDSIGHT) $(NODE))
	@exec backend/scripts/dev.sh $(SERVE_OPTIONS)

bench: ## Measure, side by side in one run
	@$(call lay,$(SERVER) $(HINDSIGHT) $(CONSOLE))
	@exec .venv/bin/python -m tests.benchmarks

faults: ## Kill the server and its Hindsight at random points, and check what must hold: make faults ARGS='--kills 20'
	@$(call lay,$(SERVER) $(HINDSIGHT))
	@exec .venv/bin/python -m tests.faults $(ARGS)

eval: ## Measure recall: make eval ARGS='recall --corpus C.jsonl --queries Q.jsonl'
	@$(call lay,$(SERVER) $(HINDSIGHT))
	@exec .venv/bin/memoryops eval $(ARGS)

lock: ## Resolve the Python lock files anew
	@$(call lay,$(UV))
	@$(STEP) "Resolving the lock files" backend/scripts/lock.sh

clean: ## Remove what set-up and builds made; data stays
	rm -rf .setup .venv .uv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache frontend/node_modules frontend/dist
	find backend tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(UV): backend/scripts/bootstrap.txt
	@$(STEP) "Fetching uv" backend/scripts/uv.sh
	@touch $@

$(SERVER): $(UV) requirements-dev.lock pyproject.toml
	@$(STEP) "Installing the Python packages" backend/scripts/python-environment.sh
	@touch $@

$(HINDSIGHT): $(UV) backend/hindsight/requirements.lock backend/hindsight/tokenizer.lock backend/scripts/hindsight_environment.py
	@$(STEP) "Laying the Hindsight environment" $(PYTHON) backend/scripts/hindsight_environment.py
	@touch $@

$(NODE): frontend/package-lock.json frontend/.npmrc
	@$(STEP) "Installing the console's packages" npm --prefix frontend ci --no-audit --no-fund
	@touch $@

$(CONSOLE): $(NODE) $(CONSOLE_SOURCES)
	@$(STEP) "Building the console" npm --prefix frontend run build
	@touch $@
