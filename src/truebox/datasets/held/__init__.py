"""What a person holds in memory, whichever of the forms it has."""
