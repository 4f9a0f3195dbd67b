"""Ids of images that are named by file."""

from __future__ import annotations

from truebox.datasets.columns.image_names import ids_of_names


def test_only_suffixes_of_pictures_are_taken_off():
    assert ids_of_names(["a.JPG", "v1.5", "b.c.png", ".png"]) == ("a", "v1.5", "b.c", ".png")


def test_names_that_would_collide_stay_whole():
    assert ids_of_names(["a.jpg", "a.png", "b.png"]) == ("a.jpg", "a.png", "b.png")
