"""Argoverse 2: tables of cuboids, one row each, by log and sweep."""
