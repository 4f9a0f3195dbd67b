"""TETA: localization, association and classification of tracks, each measured without the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.tracks.teta.fields import averaged_teta, joined_teta, teta_fields, teta_sums

__all__ = ["averaged_teta", "joined_teta", "teta_fields", "teta_sums"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "fields": "averaged_teta joined_teta teta_fields teta_sums",
    },
)
