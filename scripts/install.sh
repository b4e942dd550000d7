#!/bin/sh
# Set up an environment and install majuscule in it: install.sh PYTHON FOLDER [GROUPS].
# The installation is editable, so kernels are compiled in place.
# With GROUPS, the model packages that tests need are installed too.
set -eu
python=$1 folder=$2
shift 2
[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
"$folder/bin/python" -m pip install -q --disable-pip-version-check 'pip>=25.1'
more=""
for group in "$@"; do more="$more --group $group"; done
[ $# = 0 ] || more="$more $(sh scripts/packages.sh)"
echo "installing majuscule in $folder (compiling its kernels takes a minute)"
# shellcheck disable=SC2086
"$folder/bin/python" -m pip install -q -e . $more
