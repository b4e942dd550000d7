#!/bin/sh
# Train the accurate model and the cascade, and write their scores into their cards:
# train_accurate.sh MAJUSCULE DATA [OPTIONS].  Needs the extra "train" and the model en.
set -eu
majuscule=$1 data=$2
shift 2
models=src/majuscule/models/data
wikipedia="name=English Wikipedia,licence=CC BY-SA 3.0,origin=https://en.wikipedia.org,files=wikipedia-*"
wikinews="name=English Wikinews,licence=CC BY 2.5,origin=https://en.wikinews.org,files=wikinews*,times=4"
"$majuscule" train "$data/train" --kind neural -o "$models/en-accurate.model" \
    --name en-accurate --language en --licence "CC BY-SA 4.0" \
    --description "Restores the case of English text, more accurately and more slowly than en." \
    --source "$wikipedia" --source "$wikinews" \
    --source "name=Speeches of presidents of the United States since 1900,licence=public domain,files=speeches*" \
    --source "name=Earnings-22,licence=CC BY-SA 4.0,origin=https://github.com/revdotcom/speech-datasets,files=earnings22*" \
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
    "$majuscule" evaluate "$model" "$data/dev/wikinews.jsonl" "$data/dev/wikipedia.jsonl" --summary --record
done
