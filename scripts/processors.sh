#!/bin/sh
# Restore the same text on older processors, emulated, and compare the answers byte for byte.
#
#     sh scripts/processors.sh .venv/bin/python TEXT [LINES]
#
# Needs qemu-x86_64 (Debian's package qemu-user), which runs a program as an older processor would:
# an instruction that is not there ends it.  A processor on which numpy itself sorts wrong is left
# out: AVX2 as version 7.2 of qemu emulates it is one.
set -eu
python=$(readlink -f "$1")
lines=${3:-500}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
head -n "$lines" "$2" | tr 'A-Z' 'a-z' > "$work/text"
sorts='import numpy as n; a = n.random.default_rng(1).normal(size=5000); a = a[n.argsort(a)]
raise SystemExit(int((n.diff(a) < 0).any()))'
echo "| model | processor | lines that differ, of $lines |"
echo "|---|---|---:|"
for model in en en-accurate en-cascade; do
    restore="-m majuscule restore --case ignore --document file --jobs 1 -m $model"
    "$python" $restore < "$work/text" > "$work/here"
    for processor in Nehalem SandyBridge Haswell; do
        emulated="qemu-x86_64 -cpu $processor $python"
        $emulated -c "$sorts" 2> /dev/null || { echo "$processor sorts wrong" >&2; continue; }
        $emulated $restore < "$work/text" > "$work/there" 2> /dev/null
        differ=$(diff "$work/here" "$work/there" | grep -c '^>' || true)
        echo "| $model | $processor | $differ |"
    done
done
