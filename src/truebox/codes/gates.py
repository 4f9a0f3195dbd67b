"""Baselines that gates are held against (E/W-550 to 559)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-550",
        "a baseline that is no result",
        "A gate is held against a file that is neither a document of truebox eval --json nor predictions.",
        "Give the file that --json wrote, or the earlier predictions.",
        example="truebox eval truth.json new.json --baseline notes.txt --max-drop AP=0.005",
    ),
    Code(
        "E-551",
        "a baseline of another protocol",
        "Numbers of different protocols, modes, thresholds or limits say nothing about each other.",
        "Evaluate both the same way.",
        example="a baseline of --geometry masks, and an evaluation of boxes",
    ),
    Code(
        "E-552",
        "a baseline without the number",
        "The document does not hold the metric, class or slice that a gate asks for.",
        "Write the baseline with --json --diagnosis, or give the earlier predictions instead.",
        example='--max-drop "AP[size:small]=0.01" --baseline last.json      (written without --diagnosis)',
    ),
    Code(
        "W-553",
        "a baseline of another truth",
        "The truth has changed since the baseline was written, so a drop may come from the labels.",
        "Write the baseline anew when the truth changes, or give the earlier predictions instead.",
        example="a baseline of last month, and twelve annotations mended since",
    ),
    Code(
        "E-554",
        "results that make no history",
        "The results of a history share the truth and the rules, and each document holds one of them; else a "
        "change would say nothing.",
        "Evaluate all of them the same way, each to a document of its own.",
        example="truebox history epoch_1.json epoch_2.json      (the second on another truth)",
    ),
)
