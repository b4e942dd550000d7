#!/bin/sh
# Train the shipped model and write its scores into its card: train_en.sh MAJUSCULE DATA [OPTIONS]
set -eu
majuscule=$1 data=$2
shift 2
model=${MODEL:-src/majuscule/models/data/en.model}
mkdir -p "$(dirname "$model")"
"$majuscule" train "$data/train" "$data/../entities/en/train/gmb.tsv" -o "$model" --no-titles --unmarked 0.3 \
    --name en --language en --licence "CC BY-SA 4.0" \
    --description "Restores the case of English text: news, encyclopaedia, speeches, novels, talk." \
    --source "name=English Wikipedia,licence=CC BY-SA 3.0,origin=https://en.wikipedia.org,files=wikipedia-*" \
    --source "name=English Wikinews,licence=CC BY 2.5,origin=https://en.wikinews.org,files=wikinews*" \
    --source "name=Speeches of presidents of the United States since 1900,licence=public domain,files=speeches*" \
    --source "name=Earnings-22,licence=CC BY-SA 4.0,origin=https://github.com/revdotcom/speech-datasets,files=earnings22*" \
    --source "name=Schema-Guided Dialogue,licence=CC BY-SA 4.0,origin=https://github.com/google-research-datasets/dstc8-schema-guided-dialogue,files=talk*,times=3" \
    --source "name=English novels 1840-1920 (ELTeC),licence=public domain,origin=https://github.com/COST-ELTeC/ELTeC-eng,files=novels*,times=2" \
    --source "name=Groningen Meaning Bank,licence=public domain,origin=https://gmb.let.rug.nl,files=gmb*" \
    --weak-spot "Common words inside names (University Press, National Anthem) that it has not seen." \
    --weak-spot "Words that a house style capitalises and another does not (the Committee, the committee)." \
    --weak-spot "Acronyms that it has not seen, and those spelt like a common word (IT, US, WHO)." \
    --weak-spot "Titles of works, and text that is not English." \
    "$@"
"$majuscule" evaluate "$model" "$data/dev/coster-kauchak-dev.txt" --format lines --summary --record
"$majuscule" evaluate "$model" "$data/dev/wikinews.jsonl" "$data/dev/wikipedia.jsonl" "$data/dev/novels.jsonl" --summary --record
"$majuscule" evaluate "$model" "$data/dev/talk.jsonl" --apart --memory without --input lower --input unmarked --summary --record
