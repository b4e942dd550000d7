#!/bin/sh
# Train the accurate model and the cascade, and write their scores into their cards:
# train_accurate.sh MAJUSCULE DATA [OPTIONS].  Needs the extra "train" and the model en; starts from
# the shipped en-accurate, or from scratch with --option start= and more tokens.
set -eu
majuscule=$1 data=$2
shift 2
models=src/majuscule/models/data
"$majuscule" train "$data/train" "$data/../entities/en/train/gmb.tsv" --kind neural -o "$models/en-accurate.model" \
    --no-titles --unmarked 0.3 --option start=en-accurate --option frequent=40000 \
    --option "layers=conv:1:5 conv:2:5 conv:5:3 conv:9:3" \
    --option tokens=72000000 --option batch=8192 --option rate=0.003 --option threads=1 \
    --name en-accurate --language en --licence "CC BY-SA 4.0" \
    --description "Restores the case of English text, more accurately and more slowly than en: a small convolutional network, started from an older one that had learnt from 210 million tokens of Wikipedia, Wikinews and speech." \
    --source "name=English Wikipedia,licence=CC BY-SA 3.0,origin=https://en.wikipedia.org,files=wikipedia-*" \
    --source "name=English Wikinews,licence=CC BY 2.5,origin=https://en.wikinews.org,files=wikinews*,times=4" \
    --source "name=Speeches of presidents of the United States since 1900,licence=public domain,files=speeches*" \
    --source "name=Earnings-22,licence=CC BY-SA 4.0,origin=https://github.com/revdotcom/speech-datasets,files=earnings22*,times=3" \
    --source "name=Schema-Guided Dialogue,licence=CC BY-SA 4.0,origin=https://github.com/google-research-datasets/dstc8-schema-guided-dialogue,files=talk*,times=3" \
    --source "name=English novels 1840-1920 (ELTeC),licence=public domain,origin=https://github.com/COST-ELTeC/ELTeC-eng,files=novels*,times=3" \
    --source "name=Groningen Meaning Bank,licence=public domain,origin=https://gmb.let.rug.nl,files=gmb*" \
    --weak-spot "Common words inside names that it has not seen, and works' titles." \
    --weak-spot "Words that a house style capitalises and another does not (the Committee, the committee)." \
    --weak-spot "Acronyms that it has not seen, and those spelt like a common word (IT, US, WHO)." \
    --weak-spot "Text that is not English." \
    "$@"
"$majuscule" train "$data/dev/coster-kauchak-dev.txt" "$data/dev/wikinews.jsonl" --keep all \
    --kind cascade -o "$models/en-cascade.model" \
    --name en-cascade --language en --licence "CC BY-SA 4.0" \
    --description "The model en, and en-accurate for sentences in which that is unsure. Threshold and share are learnt on EN-Wiki and Wikinews dev."
for model in en-accurate en-cascade; do
    "$majuscule" evaluate "$model" "$data/dev/coster-kauchak-dev.txt" --format lines --summary --record
    "$majuscule" evaluate "$model" "$data/dev/wikinews.jsonl" "$data/dev/wikipedia.jsonl" "$data/dev/novels.jsonl" --summary --record
    "$majuscule" evaluate "$model" "$data/dev/talk.jsonl" --apart --memory without --input lower --input unmarked --summary --record
done
