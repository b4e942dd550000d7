#!/bin/sh
# Print pip arguments for the model packages that tests need.
for name in en-accurate en-speech entities-en-accurate; do
    if [ -d "models/$name" ]; then printf -- '-e ./models/%s ' "$name"; fi
done
