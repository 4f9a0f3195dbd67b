"""TETA: localization, association and classification of tracks, each measured without the others."""
