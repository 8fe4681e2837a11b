# The referee's commands.  `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/sh
.DELETE_ON_ERROR:

PYTHON ?= python3
N ?= 200

# .venv/.ready is redone when pyproject.toml changes.  It holds the folder: an environment doesn't survive a move.
# PI=1: the environment sees the modules that apt installed (python3-lgpio).  One that was made so stays so.
BIN := .venv/bin
READY := .venv/.ready
READY_DEV := .venv/.ready-dev
ON_PI := $(shell grep -s '^include-system-site-packages = true' .venv/pyvenv.cfg)
ANEW := $(if $(and $(filter 1,$(PI)),$(if $(ON_PI),,no)),for a Pi)
ifneq ($(file <$(READY)),$(CURDIR))
ANEW := moved, or never made
endif
ifneq ($(ANEW),)
.PHONY: $(READY)
endif
VENV_FLAGS := $(if $(filter 1,$(PI))$(ON_PI),--system-site-packages) $(if $(ANEW),--clear)

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: setup
setup: $(READY) ## Make .venv with .venv/bin/referee (on a Raspberry Pi: make setup PI=1)

.PHONY: play
play: $(READY) ## Play at a simulated table in this terminal
	@$(BIN)/referee play --twin

.PHONY: test
test: $(READY_DEV) ## Run the tests
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

.PHONY: check
check: lint types doctest units scenarios test ## Everything that must hold: lint, types, doctests, scenarios, tests

.PHONY: lint
lint: $(READY_DEV) ## Ruff: rules and format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

.PHONY: types
types: $(READY_DEV) ## Mypy, strict
	@$(BIN)/mypy

.PHONY: doctest
doctest: $(READY_DEV) ## Run the examples in the docstrings
	@$(BIN)/python -m pytest --doctest-modules companion hardware

.PHONY: scenarios
scenarios: $(READY_DEV) ## Play every scenario on the simulated table
	@find companion tests/scenarios -name '*.scn' -print0 | sort -z | xargs -0 $(BIN)/referee scenario --place twin

.PHONY: units
units: ## Have systemd read the unit, where systemd is
	@if command -v systemd-analyze >/dev/null; then sh systemd/verify.sh; \
	else echo 'systemd unit: skipped, no systemd-analyze here'; fi

.PHONY: bench
bench: $(READY_DEV) ## Measure what docs/bench.md reports (SAVE=1 writes it)
	@$(BIN)/python -m tests.bench $(if $(SAVE),--save docs/bench.md)

.PHONY: mass
mass: $(READY_DEV) ## Play N random games of every game: that they end, and that no piece is lost
	@$(BIN)/python -m tests.mass $(N)

.PHONY: laws
laws: $(READY_DEV) ## Hold N games of every game to every law
	@$(BIN)/python -m tests.laws $(N)

.PHONY: crash
crash: $(READY_DEV) ## Kill the referee N times at random moments, and see that nothing is lost
	@$(BIN)/python -m tests.faults.crash $(N)

.PHONY: goldens
goldens: $(READY_DEV) ## Draw the golden pictures anew; look at the difference before you commit it
	@$(BIN)/python -m tests.screen.goldens

.PHONY: picture
picture: $(READY_DEV) ## Draw the README's picture of the table anew
	@$(BIN)/python -m tests.project.picture docs/table.svg

.PHONY: catalogues
catalogues: $(READY_DEV) ## Compile the words: .po to .mo
	@$(BIN)/python -m companion.catalogues

.PHONY: wheel
wheel: $(READY_DEV) ## Build dist/*.whl and the source archive
	@$(BIN)/python -m build --outdir dist .

.PHONY: clean
clean: ## Remove what was built, .venv too
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find companion hardware tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
	  echo 'Python is missing. Install it:  sudo apt install python3 python3-venv' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
	       'Debian 12 and Raspberry Pi OS "Bookworm" have it; or name another:  make setup PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo 'Python lacks its venv module. Install it:  sudo apt install python3-venv' >&2; exit 1; }
	@echo 'Setting up .venv (once; needs the network) …'
	@$(PYTHON) -m venv $(VENV_FLAGS) .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . || { \
	  echo 'The set-up did not finish: see above. Once mended, give the same command again.' >&2; exit 1; }
	@$(BIN)/python -m compileall -q companion hardware
	@printf '%s' '$(subst ','\'',$(CURDIR))' >$(READY)

$(READY_DEV): $(READY)
	@echo 'Adding the tools for development to .venv …'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY_DEV)
