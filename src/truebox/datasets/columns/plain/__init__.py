"""Rows of plain files, read natively, as records."""
