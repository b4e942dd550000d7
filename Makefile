# On a fresh machine, run make demo or make test; both set up an environment in .venv.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Sources of compiled code: kernels, and their C types.
KERNELS = $(shell find src -name '*_kernel.py' -o -name '*.pxd')

.PHONY: help demo test test-all check kernels docs site bench model entities fuzz clean

help:
	@sed -n 's/^## //p' Makefile

## make demo      set up, install, restore a story before your eyes
demo: $(VENV)/.installed
	@sh scripts/demo.sh $(BIN)/majuscule

## make test      set up and run lint, types, doc tests and tests; says what it had to leave out
test: $(VENV)/.tools
	@sh scripts/check.sh $(BIN)
	@sh scripts/test.sh $(BIN)

## make test-all  the same with networks, Spark, browser, site and coverage, as continuous integration runs it
test-all: $(VENV)/.heavy
	@sh scripts/check.sh $(BIN)
	@MAJUSCULE_TEST_ALL=1 sh scripts/test.sh $(BIN) --cov --cov-report=term:skip-covered

## make check     lint and types alone
check: $(VENV)/.tools
	@sh scripts/check.sh $(BIN)

## make kernels   compile the kernels in place after a change in one
kernels: $(VENV)/.tools
	$(BIN)/python setup.py -q build_ext --inplace

## make docs      write anew what the docs and results take from code and reports
docs: $(VENV)/.tools
	$(BIN)/python -m scripts.write_docs

## make site      build the documentation site in site/, strictly
site: $(VENV)/.heavy
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

## make bench     the benchmarks beside the peers and of speed (needs ../shared)
bench: $(VENV)/.tools
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m scripts.write_docs

## make model     train the shipped model anew and score it (needs ../shared, 28 minutes on two busy cores)
model: $(VENV)/.tools
	$(BIN)/majuscule model make models/en

## make entities  train the shipped entity tagger anew and score it (needs ../shared)
entities: $(VENV)/.tools
	$(BIN)/majuscule model make models/entities-en
	$(BIN)/python -m benchmarks.entities --no-training --record

## make fuzz      200,000 odd inputs; the case laws must hold for each
fuzz: $(VENV)/.tools
	$(BIN)/python -m tests.fuzz

## make clean     take away what was built
clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find src -name '*.so' -delete

# The installation is editable: a changed kernel is compiled again in place.
$(VENV)/.installed: pyproject.toml setup.py $(KERNELS)
	@sh scripts/install.sh $(PYTHON) $(VENV)
	@touch $@

$(VENV)/.tools: pyproject.toml setup.py $(KERNELS)
	@sh scripts/install.sh $(PYTHON) $(VENV) test lint
	@touch $(VENV)/.installed $@

$(VENV)/.heavy: pyproject.toml setup.py $(KERNELS)
	@sh scripts/install.sh $(PYTHON) $(VENV) test lint heavy
	@touch $(VENV)/.installed $(VENV)/.tools $@
