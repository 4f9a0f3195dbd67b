"""From records to a result: groups, matching, accumulation, and the numbers people quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily
from truebox._moved import answer_old_names

if TYPE_CHECKING:
    from truebox.evaluation.detection.left_out import ignored_by
    from truebox.evaluation.detection.metrics_alone import metrics_alone
    from truebox.evaluation.evaluating import evaluate
    from truebox.evaluation.grounding import GroundingResult, grounding_accuracy
    from truebox.evaluation.matches.export import ColumnTable
    from truebox.evaluation.matches.listed import listed_matches
    from truebox.evaluation.matches.partners import PartnerTables
    from truebox.evaluation.matches.rows import DetectionMatches, OverlapPairs, TruthMatches
    from truebox.evaluation.matches.strong import StrongPairs
    from truebox.evaluation.matches.table import MatchTable
    from truebox.evaluation.matching.policy import Matching, MatchingPolicy
    from truebox.evaluation.other_geometry import HEEDED_BY
    from truebox.evaluation.panoptic.evaluating import evaluate_panoptic
    from truebox.evaluation.panoptic.modified import ModifiedQuality, modified_panoptic_quality
    from truebox.evaluation.panoptic.quality import PanopticClass
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.evaluation.panoptic.state import PanopticState
    from truebox.evaluation.protocol import Case, DetectionProtocol, Protocol, ShownCurve
    from truebox.evaluation.protocols.mixed.changed_masks import masks_by_rules
    from truebox.evaluation.protocols.mixture import by_rules
    from truebox.evaluation.question import Question
    from truebox.evaluation.registry import (
        MAP_PROTOCOLS,
        SEGMENT_PROTOCOLS,
        SINGLE_OBJECT_PROTOCOLS,
        TRACK_PROTOCOLS,
        protocol_value,
        rules_of_tools,
    )
    from truebox.evaluation.result import ClassResult, Result
    from truebox.evaluation.semantic.confusion import LabelConfusion
    from truebox.evaluation.semantic.iou import semantic_iou
    from truebox.evaluation.semantic.result import SemanticClass, SemanticResult
    from truebox.evaluation.single_objects.choosing import followed_protocol
    from truebox.evaluation.single_objects.evaluating import evaluate_single_object
    from truebox.evaluation.single_objects.followed_result import FollowedResult, FollowedSequence
    from truebox.evaluation.single_objects.result import SingleObjectResult, SingleObjectSequence
    from truebox.evaluation.states.accumulation import Curves, PrecisionRule, accumulate
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, Measure, OutcomeOrder
    from truebox.evaluation.states.closing_line import ClosingLine
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.evaluation.states.parameters import CocoParameters, coco_parameters
    from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry
    from truebox.evaluation.states.rules import Rules
    from truebox.evaluation.states.state import MatchState
    from truebox.evaluation.states.summary import Summary, summarise
    from truebox.evaluation.streaming.evaluator import Evaluator
    from truebox.evaluation.streaming.larger.larger_files import seen_in_pieces
    from truebox.evaluation.streaming.part_merging import merge_parts
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.evaluation.tracks.evaluating import evaluate_tracks
    from truebox.evaluation.tracks.event_frames import event_frames
    from truebox.evaluation.tracks.events import TrackEvents
    from truebox.evaluation.tracks.preparing import TrackRun
    from truebox.evaluation.tracks.protocol import TrackProtocol
    from truebox.evaluation.tracks.result import TrackResult
    from truebox.evaluation.tracks.state import TrackState
    from truebox.evaluation.tracks.summary import TrackPart
    from truebox.evaluation.whole_body import WHOLE_BODY_SIGMAS, evaluate_whole_body

__all__ = [
    "HEEDED_BY",
    "MAP_PROTOCOLS",
    "QUIRKS",
    "SEGMENT_PROTOCOLS",
    "SINGLE_OBJECT_PROTOCOLS",
    "TRACK_PROTOCOLS",
    "WHOLE_BODY_SIGMAS",
    "Case",
    "ClassOutcomes",
    "ClassResult",
    "ClosingLine",
    "CocoParameters",
    "ColumnTable",
    "Curves",
    "DetectionMatches",
    "DetectionProtocol",
    "DrawnMeasure",
    "Evaluator",
    "FollowedResult",
    "FollowedSequence",
    "GroundingResult",
    "LabelConfusion",
    "MatchState",
    "MatchTable",
    "Matching",
    "MatchingPolicy",
    "Measure",
    "ModifiedQuality",
    "OutcomeOrder",
    "OverlapPairs",
    "PanopticClass",
    "PanopticResult",
    "PanopticState",
    "PartnerTables",
    "PrecisionRule",
    "Protocol",
    "Question",
    "Quirk",
    "QuirkEntry",
    "Result",
    "Rules",
    "SemanticClass",
    "SemanticResult",
    "ShownCurve",
    "SingleObjectResult",
    "SingleObjectSequence",
    "StreamedResult",
    "StrongPairs",
    "Summary",
    "TrackEvents",
    "TrackPart",
    "TrackProtocol",
    "TrackResult",
    "TrackRun",
    "TrackState",
    "TruthMatches",
    "accumulate",
    "by_rules",
    "coco_parameters",
    "evaluate",
    "evaluate_panoptic",
    "evaluate_single_object",
    "evaluate_tracks",
    "evaluate_whole_body",
    "event_frames",
    "followed_protocol",
    "grounding_accuracy",
    "ignored_by",
    "listed_matches",
    "masks_by_rules",
    "merge_parts",
    "metrics_alone",
    "modified_panoptic_quality",
    "protocol_value",
    "rules_of_tools",
    "seen_in_pieces",
    "semantic_iou",
    "summarise",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "detection.left_out": "ignored_by",
        "detection.metrics_alone": "metrics_alone",
        "evaluating": "evaluate",
        "grounding": "GroundingResult grounding_accuracy",
        "matches.export": "ColumnTable",
        "matches.listed": "listed_matches",
        "matches.partners": "PartnerTables",
        "matches.rows": "DetectionMatches OverlapPairs TruthMatches",
        "matches.strong": "StrongPairs",
        "matches.table": "MatchTable",
        "matching.policy": "Matching MatchingPolicy",
        "panoptic.evaluating": "evaluate_panoptic",
        "panoptic.modified": "ModifiedQuality modified_panoptic_quality",
        "panoptic.quality": "PanopticClass",
        "panoptic.result": "PanopticResult",
        "panoptic.state": "PanopticState",
        "protocol": "Case DetectionProtocol Protocol ShownCurve",
        "question": "Question",
        "protocols.mixed.changed_masks": "masks_by_rules",
        "protocols.mixture": "by_rules",
        "other_geometry": "HEEDED_BY",
        "registry": (
            "MAP_PROTOCOLS SEGMENT_PROTOCOLS SINGLE_OBJECT_PROTOCOLS TRACK_PROTOCOLS protocol_value "
            "rules_of_tools"
        ),
        "result": "ClassResult Result",
        "semantic.confusion": "LabelConfusion",
        "semantic.iou": "semantic_iou",
        "semantic.result": "SemanticClass SemanticResult",
        "single_objects.choosing": "followed_protocol",
        "single_objects.evaluating": "evaluate_single_object",
        "single_objects.followed_result": "FollowedResult FollowedSequence",
        "single_objects.result": "SingleObjectResult SingleObjectSequence",
        "states.accumulation": "Curves PrecisionRule accumulate",
        "states.class_outcomes": "ClassOutcomes Measure OutcomeOrder",
        "states.closing_line": "ClosingLine",
        "states.drawn_outcomes": "DrawnMeasure",
        "states.parameters": "CocoParameters coco_parameters",
        "states.quirks": "QUIRKS Quirk QuirkEntry",
        "states.rules": "Rules",
        "states.state": "MatchState",
        "states.summary": "Summary summarise",
        "streaming.evaluator": "Evaluator",
        "streaming.larger.larger_files": "seen_in_pieces",
        "streaming.part_merging": "merge_parts",
        "streaming.streamed_result": "StreamedResult",
        "tracks.evaluating": "evaluate_tracks",
        "tracks.event_frames": "event_frames",
        "tracks.events": "TrackEvents",
        "tracks.protocol": "TrackProtocol",
        "tracks.result": "TrackResult",
        "tracks.state": "TrackState",
        "tracks.summary": "TrackPart",
        "tracks.preparing": "TrackRun",
        "whole_body": "WHOLE_BODY_SIGMAS evaluate_whole_body",
    },
)

# Where pickles made before version 0.2 look for their classes.
answer_old_names(
    __name__,
    {
        "accumulation": "states.accumulation",
        "alignment": "states.alignment",
        "coco": "detection.run",
        "counted_truths": "matching.counted_truths",
        "findings": "detection.findings",
        "keypoint_source": "matching.keypoints",
        "label_confusion": "semantic.confusion",
        "mask_source": "matching.masks",
        "match_export": "matches.export",
        "match_ground": "matches.ground",
        "match_rows": "matches.rows",
        "match_table": "matches.table",
        "overlap_source": "matching.source",
        "panoptic_pairs": "panoptic.pairs",
        "panoptic_quality": "panoptic.quality",
        "panoptic_result": "panoptic.result",
        "panoptic_state": "panoptic.state",
        "parameters": "states.parameters",
        "quirks": "states.quirks",
        "state": "states.state",
        "summary": "states.summary",
    },
)
