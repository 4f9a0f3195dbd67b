"""LaSOT: success, precision and normalized precision of one object in every frame."""

from __future__ import annotations

from truebox.evaluation.single_objects.followed import evaluate_followed
from truebox.evaluation.single_objects.protocol import SingleObjectProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = SingleObjectProtocol(
    name="lasot",
    title="LaSOT",
    reference="got-10k/toolkit (956e728)",
    takes=frozenset({"threads", "fit_test"}),
    evaluate=evaluate_followed,
    beside=("full_occlusion.txt", "out_of_view.txt"),
    columns=("success_score", "normalized_precision_score", "precision_score"),
)
