"""Changes to a text: reversible edits, inverse text normalisation, differences."""
