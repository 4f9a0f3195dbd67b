"""GOT-10k: the mean overlap with one object, and the share of frames that overlap enough."""

from __future__ import annotations

from truebox.evaluation.single_objects.followed import evaluate_followed
from truebox.evaluation.single_objects.protocol import SingleObjectProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = SingleObjectProtocol(
    name="got10k",
    title="GOT-10k",
    reference="got-10k/toolkit (956e728)",
    takes=frozenset({"threads", "fit_test"}),
    evaluate=evaluate_followed,
    beside=("cover.label", "absence.label", "meta_info.ini"),
    pooled=True,
    leaves_out=dict.fromkeys(("truths", "detections"), "first frames, and those that hide the object"),
    columns=("AO", "SR.50", "SR.75"),
)
