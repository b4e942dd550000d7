"""Results that the papers report, as tables to compare with ours.

``majuscule compare --reference benchmarks/papers/restorers.json`` and ``majuscule degrade run
--reference benchmarks/papers/degrade.json`` show the tables.
"""
