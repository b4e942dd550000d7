#!/bin/sh
# What pip installs for the models that the tests need, beside majuscule itself.
for name in en-accurate en-speech entities-en-accurate; do
    if [ -d "models/$name" ]; then printf -- '-e ./models/%s ' "$name"; fi
done
