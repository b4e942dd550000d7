"""What the papers print, as tables to stand beside ours.

``majuscule compare --reference benchmarks/papers/restorers.json`` and ``majuscule degrade run
--reference benchmarks/papers/degrade.json`` show the tables.
"""
