#!/bin/sh
# Show a sample before and after restoring: demo.sh MAJUSCULE
set -eu
majuscule=$1
sample=examples/story.txt
echo
echo "--- $sample, as it comes"
echo
cat "$sample"
echo
echo "--- majuscule restore $sample"
echo
"$majuscule" restore "$sample"
echo
echo "Try your own:  echo 'angela merkel met the un in new york' | $majuscule restore"
