"""OTB: success and precision of one object in every frame."""

from __future__ import annotations

from truebox.evaluation.single_objects.followed import evaluate_followed
from truebox.evaluation.single_objects.protocol import SingleObjectProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = SingleObjectProtocol(
    name="otb",
    title="OTB",
    reference="got-10k/toolkit (956e728)",
    takes=frozenset({"threads", "fit_test"}),
    evaluate=evaluate_followed,
    boxes="groundtruth_rect*.txt",
    columns=("success_score", "precision_score", "success_rate"),
)
