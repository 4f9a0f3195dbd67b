"""J and F of tracked masks: how well regions and their outlines fit."""
