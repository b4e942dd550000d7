"""Tasks, by names of the form ``KIND:WHAT``: ``entities:FILE``, ``relations:CORPUS``,
``translation:FOLDER``, ``speech:FOLDER/RECOGNISER``, ``questions:both``; see
:mod:`majuscule.degrade.kinds`."""
