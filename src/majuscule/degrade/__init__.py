"""What an engine loses without case, and what restoring wins back: engines, conditions, tasks.

An engine (:mod:`~majuscule.degrade.engines`) reads text and gives mentions; it is never changed,
only its input is.  A condition (:mod:`~majuscule.degrade.conditions`) is what is done to that
input.  A task (:mod:`~majuscule.degrade.tasks`) has texts and scores what came of them.  A cell is
one of each; :mod:`~majuscule.degrade.running` fills the cells of a plan, and
:mod:`~majuscule.degrade.report` makes tables and charts of them.
"""
