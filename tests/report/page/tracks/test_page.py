"""The page of tracks as a text: policy, what is left out, what is refused."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from followed import TRUTH, changed_name, lost_object

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks
from truebox.report import to_page
from truebox.report.page.tracks.page import TRACKS, track_page


def data_of(page: str) -> Any:
    return json.loads(
        page.split('<script type="application/json" id="data">')[1].split("</script>", maxsplit=1)[0]
    )


def test_a_page_of_tracks_allows_its_own_script_and_style_only() -> None:
    page = to_page(changed_name())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert re.search(r'\son[a-z]+="', page) is None
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_nothing_is_left_to_fill_in() -> None:
    assert re.findall(r"<!--\w+-->", track_page([changed_name()])) == []


def test_every_section_has_its_link_and_heading() -> None:
    page = track_page([changed_name()])
    for section in TRACKS.sections:
        assert f'<a href="#{section.name}">' in page
        assert f'id="{section.name}-title"' in page


def test_of_five_trackers_one_is_left_out_and_named() -> None:
    data = data_of(track_page([changed_name()] * 5, replicates=0))
    assert len(data["results"]) == 4
    assert data["words"] == ["Not shown here: E (<predictions>); a page holds 4 trackers."]


def test_results_of_different_truths_are_refused() -> None:
    other = evaluate_tracks({**TRUTH, "boxes": TRUTH["boxes"]}, TRUTH, fit_test=False)
    named = evaluate_tracks({"frames": [1], "ids": [7], "boxes": [[0, 0, 9, 9]]}, TRUTH, fit_test=False)
    assert track_page([changed_name(), other], replicates=0)
    with pytest.raises(ArgumentError, match="different truths"):
        track_page([changed_name(), named])
    with pytest.raises(ArgumentError, match="got none"):
        track_page([])


def test_names_out_of_files_are_text() -> None:
    page = track_page([lost_object()], command="</script><b>")
    assert "</script><b>" not in page
    assert data_of(page)["command"] == "</script><b>"
