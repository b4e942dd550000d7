"""Floor 9: the restorers and taggers on Spark, for more text than one machine can take.

Every function takes and returns data frames of PySpark (extra ``spark``) and gives the same bytes
as one machine does, whatever the number of executors, partitions and failures.

>>> import majuscule.spark
>>> sorted(majuscule.spark.__all__)
['count_hmm', 'punctuate', 'restore', 'start', 'tag_entities', 'train_hmm', 'train_tagger']
"""

from __future__ import annotations

from majuscule.spark.columns import punctuate, restore, tag_entities
from majuscule.spark.counting import count_hmm, train_hmm
from majuscule.spark.mixing import train_tagger
from majuscule.spark.session import start

__all__ = [
    "count_hmm",
    "punctuate",
    "restore",
    "start",
    "tag_entities",
    "train_hmm",
    "train_tagger",
]
