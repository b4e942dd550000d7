#!/bin/sh
# Lint and types: check.sh BIN
set -eu
bin=$1
"$bin/ruff" check .
"$bin/mypy"
