"""Class ids under other readings."""
