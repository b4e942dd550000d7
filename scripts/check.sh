#!/bin/sh
# Lint, format and types: check.sh BIN
set -eu
bin=$1
"$bin/ruff" check .
"$bin/ruff" format --check .
"$bin/mypy"
