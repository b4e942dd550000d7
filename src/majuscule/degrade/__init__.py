"""What an engine loses without case, and what restoring wins back: engines, conditions, tasks.

An engine (:mod:`~majuscule.degrade.engines`) annotates text; only its input changes, never the
engine.  A condition (:mod:`~majuscule.degrade.conditions`) is a change of that input.  A task
(:mod:`~majuscule.degrade.tasks`) has texts and scores annotations of them.  A cell is one of each;
:mod:`~majuscule.degrade.running` fills the cells of a plan, and :mod:`~majuscule.degrade.report`
makes tables and charts of them.
"""
