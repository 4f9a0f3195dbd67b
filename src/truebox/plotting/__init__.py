"""Charts."""

__all__: list[str] = []
