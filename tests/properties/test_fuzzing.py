"""The fuzzing tools work, and every past finding stays mended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from project_tree import ROOT

CORPUS = ROOT / "tests" / "corpus"
TARGETS = sorted(path.stem for path in (ROOT / "native" / "tests" / "fuzz").glob("fuzz_*.cpp"))

sys.path.insert(0, str(ROOT / "fuzz"))


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_has_seeds_and_one_entry(target: str) -> None:
    """Small ones: a corpus is read as a whole at every start."""
    seeds = [path for path in (CORPUS / target).iterdir() if path.is_file()]
    assert seeds
    assert max(path.stat().st_size for path in seeds) < 20_000
    source = (ROOT / "native" / "tests" / "fuzz" / f"{target}.cpp").read_text(encoding="utf-8")
    assert 'extern "C" int LLVMFuzzerTestOneInput' in source


def test_the_corpus_has_no_folder_without_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir() if path.is_dir()} <= {*TARGETS, "readers"}


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory, and children by fork")
def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    command = [sys.executable, "fuzz/readers.py", "--seconds", "3", "--seed", "0"]
    places = ["--corpus", str(tmp_path / "corpus"), "--findings", str(tmp_path / "findings")]
    done = subprocess.run(
        [*command, *places], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 findings" in done.stdout


def test_past_findings_of_readers_are_read_or_refused(tmp_path: Path) -> None:
    """The seeds of `readers` lie in a folder of their case and of the file that was damaged."""
    from cases import all_cases
    from readers import outcome_of

    cases = {case.name: case for case in all_cases(tmp_path)}
    found = sorted(path for path in (CORPUS / "readers").rglob("*") if path.is_file())
    assert found
    for seed in found:
        case = cases[seed.parent.parent.name]
        (file,) = (each for each in case.files if each.name == seed.parent.name)
        whole = file.read_bytes()
        file.write_bytes(seed.read_bytes())
        clean, said = outcome_of(case)
        file.write_bytes(whole)
        assert clean, f"{seed}: {said}"


def test_every_reader_of_the_registry_is_fuzzed(tmp_path: Path) -> None:
    """And has its calls of the system fail in turn: both go over these cases."""
    from cases import all_cases

    from truebox.datasets.registry import all_formats

    there = {case.name for case in all_cases(tmp_path)}
    wanted = set()
    for name, form in all_formats().items():
        wanted |= {f"{name}-truth"} if form.read_truth else set()
        wanted |= {f"{name}-found"} if form.read_predictions else set()
    assert wanted - there == set()


def test_mutations_keep_checksums_right() -> None:
    """Else damage behind a checksum would never reach the reader."""
    import io
    import random
    import zipfile
    import zlib

    from mutations import mutated

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.npy", b"0123456789" * 10)
    seen = set()
    for number in range(40):
        try:
            with zipfile.ZipFile(
                io.BytesIO(mutated(packed.getvalue(), "a.npz", random.Random(number)))
            ) as archive:
                seen.add(archive.read("a.npy"))
        except (zipfile.BadZipFile, KeyError, OSError, ValueError, zlib.error, NotImplementedError):
            continue  # one of five is damaged outside
    assert len(seen) > 20
