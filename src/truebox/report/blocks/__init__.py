"""What a report says: rows, notes, lines; no output format is known here."""
