# Two commands for a fresh machine: make demo, make test.  Both set up an environment in .venv.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: help demo test check kernels docs site bench model entities fuzz clean

help:
	@sed -n 's/^## //p' Makefile

## make demo     set up, install, restore a story before your eyes
demo: $(VENV)/.installed
	@sh scripts/demo.sh $(BIN)/majuscule

## make test     set up and run lint, types, doc tests and tests, as continuous integration does
test: $(VENV)/.tools
	@sh scripts/check.sh $(BIN)
	@sh scripts/test.sh $(BIN)

## make check    lint and types alone
check: $(VENV)/.tools
	@sh scripts/check.sh $(BIN)

## make kernels  compile the kernels in place after a change in one
kernels: $(VENV)/.tools
	$(BIN)/python setup.py -q build_ext --inplace

## make docs     write again what the docs take from code
docs: $(VENV)/.tools
	$(BIN)/python scripts/make_reference.py
	$(BIN)/python scripts/doc_blocks.py --write
	if [ -e docs/results/spark.json ]; then $(BIN)/python scripts/fill_scale.py; fi
	if [ -e docs/results/peers.json ]; then $(BIN)/python scripts/fill_readme.py; fi

## make site     build the documentation site in site/, strictly
site: $(VENV)/.tools
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

## make bench    the benchmarks beside the peers and of speed (needs ../shared)
bench: $(VENV)/.tools
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python scripts/fill_readme.py

## make model    train the shipped model anew and score it (needs ../shared, about 45 minutes)
model: $(VENV)/.tools
	@sh scripts/train_en.sh $(BIN)/majuscule ../shared/data/truecasing

## make entities train the shipped entity tagger anew and score it (needs ../shared)
entities: $(VENV)/.tools
	@sh scripts/train_entities.sh $(BIN)/majuscule ../shared/data
	$(BIN)/python -m benchmarks.entities --no-training
	$(BIN)/python scripts/record_entities.py

## make fuzz     200,000 odd inputs; the case laws must hold for each
fuzz: $(VENV)/.tools
	$(BIN)/python -m benchmarks.fuzz

## make clean    take away what was built
clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete

$(VENV)/.installed: pyproject.toml setup.py
	@sh scripts/install.sh $(PYTHON) $(VENV)
	@touch $@

# Kernels are compiled once: what has the tools is installed too.
$(VENV)/.tools: pyproject.toml setup.py $(wildcard src/majuscule/*/*_kernel.py)
	@sh scripts/install.sh $(PYTHON) $(VENV) test network lint
	@touch $(VENV)/.installed $@
