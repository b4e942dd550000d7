#!/bin/sh
# Doc tests and tests: test.sh BIN.  Those that need the corpora run where ../shared is.
set -eu
bin=$1
if [ -d ../shared ]; then
    "$bin/python" -m pytest
else
    "$bin/python" -m pytest -m "not shared"
fi
