#!/bin/sh
# Install Debian's Chromium for the browser tests, if it is missing and apt-get works.
# Without it those tests are skipped.
set -u
if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "chromium is not installed and cannot be: the browser tests will be skipped"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
echo "installing chromium for the browser tests"
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } \
    >/tmp/chromium-install.log 2>&1
then
    tail -n 3 /tmp/chromium-install.log
    echo "chromium could not be installed: the browser tests will be skipped"
fi
