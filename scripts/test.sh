#!/bin/sh
# Doc tests and tests, on every core: test.sh BIN [PYTEST OPTIONS].
# Tests of the corpora run if there is ../shared; Spark starts its own processes and runs alone.
set -eu
bin=$1
shift
[ -d ../shared ] && where="" || where="and not shared"
"$bin/python" -m pytest -n auto --dist loadfile -m "not spark $where" "$@"
if [ -n "${MAJUSCULE_TEST_ALL-}" ]; then
    "$bin/python" -m pytest -m "spark $where" --cov-append "$@"
fi
