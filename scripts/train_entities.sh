#!/bin/sh
# Train the shipped entity tagger and score it: train_entities.sh MAJUSCULE DATA [OPTIONS]
set -eu
majuscule=$1 data=$2
shift 2
model=${MODEL:-src/majuscule/models/data/entities-en.model}
mkdir -p "$(dirname "$model")"
$majuscule entities train "$data/entities/en/train" -o "$model" --profile benchmarks/corpora.toml \
    --name entities-en --language en --licence "CC BY-SA 4.0" \
    --description "Finds people, organisations, places, dates, times, sums and percentages in English text of any case." \
    --share gmb=4 --option epochs=2 \
    --words en \
    --titles "$data/truecasing/train/wikipedia-*.jsonl.xz" \
    --names "$data/names/us-census-female.csv" \
    --names "$data/names/us-census-male.csv" \
    --names "$data/names/us-census-surname.csv" \
    --names "$data/names/world-cities.csv" \
    --names "$data/names/sp500-companies.csv" \
    --weak-spot "Organisations named like people or places (Ford, Washington Mutual), most of all without case." \
    --weak-spot "Adjectives of places (American, Iraqi) are no mentions; products and works are none either." \
    --weak-spot "Where a date or a sum begins and ends: corpora differ on articles and on words like about." \
    --weak-spot "Names of one word that are common words too (Apple, Target), in text without case." \
    --weak-spot "Tweets and chat, and text that is not English." \
    --weak-spot "Trained on a quarter of the Groningen Meaning Bank, its largest source: more text would help." \
    "$@"
