"""Tasks, each by a name of the form ``KIND:WHAT``: ``entities:FILE``, ``relations:CORPUS``,
``translation:FOLDER``, ``speech:FOLDER/RECOGNISER``, ``questions:both``."""

from majuscule.degrade.tasks.table import TASKS, open_task

__all__ = ["TASKS", "open_task"]
