"""Tracks of one truth and several trackers, as a command evaluates them: read once, one protocol for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.evaluation.registry import protocol_named
from truebox.evaluation.tracks.choosing import choose_protocol
from truebox.evaluation.tracks.evaluating import adjusted_tracks, read_side, texts_together
from truebox.evaluation.tracks.protocol import TrackProtocol
from truebox.evaluation.tracks.running import run_tracks

if TYPE_CHECKING:
    from truebox.evaluation.tracks.result import TrackResult
    from truebox.records import Finding, Tracks
    from truebox.typing import Mode

__all__ = ["TrackRun"]


class TrackRun:
    """What the options of a command say, and the truth.

    Parameters
    ----------
    truth : str
        Its path.
    protocol : str or None
        None: what names and columns tell; the first tracker decides for all.
    trackers : sequence of str
        Paths that are to be read next, together with the truth.
    mode, rules, fit_test, threads, sequences, box_format, frame_offset, frame_step,
    box_scale
        As in `truebox.evaluation.evaluate_tracks`.

    Examples
    --------
    >>> run = TrackRun("gt", protocol=None, mode="strict", rules="trackeval")  # doctest: +SKIP
    >>> [run.evaluated(run.read(path)) for path in ("trackerA", "trackerB")]  # doctest: +SKIP
    """

    @refuses_other_kinds
    def __init__(
        self,
        truth: str,
        *,
        protocol: str | None,
        trackers: Sequence[str] = (),
        mode: Mode,
        rules: str = "trackeval",
        fit_test: bool = True,
        threads: int | None = None,
        sequences: Sequence[str] | None = None,
        box_format: str | None = None,
        frame_offset: int = 0,
        frame_step: int = 1,
        box_scale: float = 1.0,
    ) -> None:
        self._texts = texts_together((truth, *trackers), threads) if trackers else None
        self._truth = read_side(truth, "truth", threads, self._texts)
        self._mode: Mode = mode
        self._rules, self._fit_test, self._threads = rules, fit_test, threads
        self._sequences = sequences
        self._reading = {
            **{"box_format": box_format, "box_scale": box_scale},
            **{"frame_offset": frame_offset, "frame_step": frame_step},
        }
        self._why: tuple[Finding, ...] = ()
        self._protocol: TrackProtocol | None = None
        if protocol is not None:
            named = protocol_named(protocol)
            assert isinstance(named, TrackProtocol)
            self._protocol = named

    @refuses_other_kinds
    def read(self, path: str) -> Tracks:
        """The tracks of one tracker."""
        read = read_side(path, "predictions", self._threads, self._texts)
        found = adjusted_tracks(read, **self._reading)  # type: ignore[arg-type]
        if self._protocol is None:
            self._protocol, finding = choose_protocol(self._truth, found)
            self._why = (finding,)
        return found

    @refuses_other_kinds
    def evaluated(self, found: Tracks) -> TrackResult:
        """Their numbers."""
        assert self._protocol is not None
        result = run_tracks(
            self._protocol,
            self._truth,
            found,
            mode=self._mode,
            rules=self._rules,
            sequences=self._sequences,
            threads=self._threads,
            fit_test=self._fit_test,
        )
        return replace(result, warnings=(*self._why, *result.warnings))
