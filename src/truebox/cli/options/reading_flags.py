"""The names of the options that say how files are to be read; importing this needs nothing."""

from __future__ import annotations

__all__ = ["READING_FLAGS"]

READING_FLAGS = (
    "--truth-format",
    "--predictions-format",
    "--box-format",
    "--truth-box-format",
    "--letterbox",
    "--class-ids",
    "--pixel-origin",
    "--truth-pixel-origin",
    "--classes",
    "--columns",
    "--single-class",
    "--task",
    "--images",
    "--split",
    "--lenient",
)
