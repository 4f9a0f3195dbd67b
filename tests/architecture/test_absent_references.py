"""What the README's test command cannot run, for want of another tool, stands here with the reason.

Everything else that a test asks for is in the extra ``test``: such tests run wherever that command does.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from project_tree import ROOT, TESTS, listed, python_files

CI = ".ci/run installs it and runs what was skipped"
BY_HAND = "run by hand: in no environment of this project"

# Package -> why the extra `test` does not bring it, and where its tests run instead.
ABSENT = {
    "accelerate": ("for the training loop of transformers", BY_HAND),
    "axe_playwright_python": ("in `browser`: brings axe-core and a browser's driver", CI),
    "cupy": ("needs a CUDA device", BY_HAND),
    "cv2": ("opencv-python needs the libraries of a window system; the headless one is in `references`", CI),
    "detectron2": ("not on the index", BY_HAND),
    "distributed": ("a scheduler and its workers", BY_HAND),
    "ignite": ("a training framework", BY_HAND),
    "imageio": ("writes MP4 by a fork, which JAX warns of in one process", BY_HAND),
    "imageio_ffmpeg": ("beside imageio", BY_HAND),
    "jax": ("in `frameworks`, for its size", CI),
    "keras": ("in `frameworks`, for its size", CI),
    "lightning": ("a training framework", BY_HAND),
    "lvis": ("requires opencv-python; .ci/run installs it without its requirements", CI),
    "mlflow": ("a server beside its client", BY_HAND),
    "mmcv": ("compiled for each torch", BY_HAND),
    "mmdet": ("needs mmcv, compiled for each torch", BY_HAND),
    "mmengine": ("requires opencv-python", BY_HAND),
    "polars": ("in `frames`", CI),
    "powerboxes": ("one comparison asks for it", BY_HAND),
    "pty": ("of the standard library, but not on Windows", CI),
    "pyspark": ("needs Java", BY_HAND),
    "ray": ("a scheduler and its workers", BY_HAND),
    "rfdetr": ("a model library", BY_HAND),
    "supervision": ("requires av; .ci/run installs it without its requirements", CI),
    "tensorflow": ("in `frameworks`, for its size", CI),
    "tf_keras": ("beside TensorFlow, which is in `frameworks`", BY_HAND),
    "tidecv": ("requires opencv-python; .ci/run installs it without its requirements", CI),
    "torchmetrics": ("its detection metrics ask for torchvision", BY_HAND),
    "torchvision": ("each release asks for one release of torch", BY_HAND),
    "trackeval": ("requires opencv-python; .ci/run installs it without its requirements", CI),
    "transformers": ("a model library", BY_HAND),
    "triton": ("needs a CUDA device", BY_HAND),
    "ultralytics": ("requires opencv-python", BY_HAND),
    "wandb": ("a service's client", BY_HAND),
    "yaml": ("in `references`", CI),
}

# Program -> why; pip installs none of them.
PROGRAMS = {
    "bash": "the shell of the action and of its completion",
    "c++": "builds the library that lets calls of the system fail",
    "g++": "compiles for PyTorch's inductor",
    "java": "for Spark",
    "pdflatex": "sets the tables for papers",
}

# Words of a reason to skip -> what is missing. The first are run by hand where there is a device.
CONDITIONS = {
    r"CUDA device|a GPU|needs Triton|Triton is installed": "a device, or its absence",
    r"POSIX|Windows|platform|system|SIGKILL|LD_PRELOAD|loaded before|wait4": "the system",
    r"forked|by fork|always full|signals to one|permissions|interrupted|another thread": "the system",
    r"needs bash|shell is bash|built here|pdflatex|Java|C\+\+ compiler": "a program: PROGRAMS",
    r"needs torchmetrics|^str\(missing\)$|^what$|\(absent\)": "a package: ABSENT",
    r"fixtures": "data: NOT_HERE",
    r"GEOS": "a release of shapely that is too old",
    r"small steps": "nothing: a case that has no answer",
}

# Module of tests/made -> why what it gives is not in the repository.
NOT_HERE = {
    "fixtures_folder": "real data of other projects with published numbers, in a folder beside the checkout"
}

# What the extra `test` brings under another name, or as a requirement of what it names.
BROUGHT = {
    "PIL": "images",
    "starlette": "view",
    "uvicorn": "view",
    "importlinter": "import-linter",
    "matplotlib": "plot",
    "mpmath": "torch",
    "pandas": "ensemble-boxes",
    "plotly": "report",
    "pyarrow": "parquet",
}

_NEEDED = re.compile(r"<!-- needs: ([\w ]+?) -->")
_ASKED = re.compile(r"(?:importorskip|find_spec)\(\s*\"([A-Za-z_0-9]+)")
_PROGRAM = re.compile(r"\bwhich\([^)]*\"([a-z+]+)\"")


def asked_for(tests: Path) -> set[str]:
    """Packages without which some test is skipped."""
    texts = (path.read_text(encoding="utf-8") for path in python_files(tests))
    return {name for text in texts for name in _ASKED.findall(text)}


def programs_asked_for(tests: Path) -> set[str]:
    """Programs without which some test is skipped."""
    texts = (path.read_text(encoding="utf-8") for path in python_files(tests))
    return {name for text in texts for name in _PROGRAM.findall(text)}


def needed_by_pages(docs: Path) -> set[str]:
    """Packages without which cells of the documentation are skipped."""
    texts = (path.read_text(encoding="utf-8") for path in docs.rglob("*.md"))
    return {name for text in texts for names in _NEEDED.findall(text) for name in names.split()}


def reasons_to_skip(tests: Path) -> set[str]:
    """What stands in ``pytest.skip`` and ``pytest.mark.skipif``."""
    found = set()
    for path in python_files(tests):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.skip", "pytest.mark.skipif"):
                found.add(ast.unparse(node.keywords[0].value if node.keywords else node.args[0]))
    return found


def in_the_extra() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[\[<>=;! ]", each)[0] for each in project["optional-dependencies"]["test"]]
    return {name.replace("-", "_") for name in names}


def own_modules() -> set[str]:
    return {path.stem for path in (TESTS / "made").glob("*.py")}


def test_what_is_skipped_for_want_of_a_package_is_listed() -> None:
    unlisted = asked_for(TESTS) - in_the_extra() - set(BROUGHT) - own_modules() - set(ABSENT)
    assert not unlisted, "in the extra `test`, or in ABSENT with the reason:" + listed(unlisted)


def test_what_pages_need_is_listed_too() -> None:
    unlisted = needed_by_pages(ROOT / "docs") - in_the_extra() - set(BROUGHT) - set(ABSENT)
    assert not unlisted, "in the extra `test`, or in ABSENT with the reason:" + listed(unlisted)


def test_every_other_reason_to_skip_is_one_of_few() -> None:
    reasons = reasons_to_skip(TESTS)
    assert len(reasons) > 20
    unlisted = {each for each in reasons if not any(re.search(pattern, each) for pattern in CONDITIONS)}
    assert not unlisted, "in CONDITIONS, or better no reason at all:" + listed(unlisted)
    idle = {pattern for pattern in CONDITIONS if not any(re.search(pattern, each) for each in reasons)}
    assert not idle, listed(idle)


def test_the_list_holds_nothing_else() -> None:
    assert not set(ABSENT) - asked_for(TESTS), listed(set(ABSENT) - asked_for(TESTS))
    assert not set(ABSENT) & in_the_extra(), listed(set(ABSENT) & in_the_extra())


def test_programs_are_listed_and_no_others() -> None:
    assert programs_asked_for(TESTS) == set(PROGRAMS)


def test_what_is_not_in_the_repository_is_asked_for_in_one_place() -> None:
    assert {path.stem for path in (TESTS / "made").glob("*_folder.py")} >= set(NOT_HERE)
    beside = [
        path for path in python_files(TESTS) if '"shared" / "fixtures"' in path.read_text(encoding="utf-8")
    ]
    assert {path.stem for path in beside} - {"test_absent_references"} == set(NOT_HERE)


def test_a_new_one_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('tool = pytest.importorskip(\n    "newtool.part", reason="")\n')
    assert asked_for(tmp_path) == {"newtool"}
    name = "newprogram"
    (tmp_path / "test_y.py").write_text(f'there = shutil.which("{name}") is None\n')
    assert programs_asked_for(tmp_path) == {name}
    (tmp_path / "test_z.py").write_text('pytest.skip("it rains")\n')
    assert reasons_to_skip(tmp_path) == {"'it rains'"}
    (tmp_path / "page.md").write_text("<!-- needs: torch newtool -->")
    assert needed_by_pages(tmp_path) == {"torch", "newtool"}
