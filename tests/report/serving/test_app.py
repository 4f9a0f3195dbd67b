"""The server answers those who know the token, under this machine's own name, and with nothing else."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from truebox.evaluation import evaluate
from truebox.report import page_parts

pytest.importorskip("plotly")
pytest.importorskip("httpx")
testclient = pytest.importorskip("starlette.testclient", reason="of the extra view")
Image = pytest.importorskip("PIL.Image")

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TOKEN, PORT = "x" * 32, 8123
SECRET = b"not of the data set"


@pytest.fixture
def client(tmp_path: Path) -> Any:
    from truebox.report.serving.app import Served, page_app
    from truebox.report.serving.pictures import ServedPictures

    folder = tmp_path / "pictures"
    folder.mkdir()
    Image.new("RGB", (64, 48), "red").save(folder / "a.jpg")
    Image.new("RGB", (1000, 500), "green").save(folder / "big.jpg")
    (folder / "other.txt").write_bytes(SECRET)
    (tmp_path / "secret.jpg").write_bytes(SECRET)
    names = ["a.jpg", "big.jpg", "../secret.jpg", "other.txt", "absent.jpg"]
    truth = {
        "images": [{"id": i, "file_name": name, "width": 9, "height": 9} for i, name in enumerate(names)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 1, "image_id": 0, "category_id": 1, "bbox": [0, 0, 4, 4], "area": 16, "iscrowd": 0}
        ],
    }
    found = [{"image_id": 0, "category_id": 1, "bbox": [0, 0, 4, 4], "score": 0.5}]
    parts = page_parts(evaluate(truth, found, mode="corrected"), images=folder, replicates=0)
    (tmp_path / "made").mkdir()
    pictures = ServedPictures(folder, parts.files, tmp_path / "made")
    served: Future[Any] = Future()
    served.set_result(Served(parts, pictures))
    app = page_app(served, token=TOKEN, port=PORT)
    made = testclient.TestClient(app, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False)
    made.places = {name: list(parts.files).index(name) for name in names}
    return made


def test_the_page_and_its_parts(client: Any) -> None:
    assert client.get(f"/{TOKEN}/").text.startswith("<!doctype html>")
    for name in ("plotly.js", "data/columns-0.js", "data/images.js", "data/rows-0.js"):
        answer = client.get(f"/{TOKEN}/{name}")
        assert (answer.status_code, answer.headers["content-type"]) == (
            200,
            "text/javascript; charset=utf-8",
        )


@pytest.mark.parametrize(
    "path", ["/", f"/{'y' * 32}/", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/", "/%C3%A9/", f"/{TOKEN}"]
)
def test_without_the_token_there_is_nothing(client: Any, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, "There is nothing here.\n")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "127.0.0.1",
        "127.0.0.1:80",
        "",
        f"127.0.0.1:{PORT}.evil.example",
    ],
)
def test_another_name_of_this_machine_is_refused(client: Any, host: str) -> None:
    answer = client.get(f"/{TOKEN}/", headers={"host": host})
    assert answer.status_code == 421
    assert "doctype" not in answer.text


def test_localhost_is_this_machine_too(client: Any) -> None:
    assert client.get(f"/{TOKEN}/", headers={"host": f"LocalHost:{PORT}"}).status_code == 200


@pytest.mark.parametrize("path", [f"/{TOKEN}/", f"/{TOKEN}/nothing", "/"])
def test_every_answer_has_the_headers(client: Any, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_only_pictures_of_the_data_set_are_sent(client: Any) -> None:
    places = client.places
    whole = client.get(f"/{TOKEN}/pictures/{places['big.jpg']}")
    small = client.get(f"/{TOKEN}/small/{places['big.jpg']}")
    assert (whole.headers["content-type"], small.headers["content-type"]) == ("image/jpeg", "image/webp")
    assert len(small.content) < len(whole.content)
    for name in ("../secret.jpg", "other.txt", "absent.jpg"):
        assert client.get(f"/{TOKEN}/pictures/{places[name]}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "pictures/99",
        "pictures/-1",
        "pictures/a.jpg",
        "pictures/../../secret.jpg",
        "pictures/%2e%2e%2fsecret.jpg",
        "pictures//etc/passwd",
        "data/..%2f..%2fsecret.js",
        "data/rows-9.js",
        "small/0/../../other.txt",
    ],
)
def test_no_other_file_can_be_asked_for(client: Any, path: str) -> None:
    answer = client.get(f"/{TOKEN}/{path}")
    assert answer.status_code == 404
    assert SECRET not in answer.content


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(client: Any, method: str) -> None:
    assert client.request(method, f"/{TOKEN}/").status_code == 405


@pytest.mark.parametrize("folder", ["pictures", "small"])
def test_pictures_are_kept_by_this_browser_alone(client: Any, folder: str) -> None:
    address = f"/{TOKEN}/{folder}/{client.places['big.jpg']}"
    first = client.get(address)
    assert first.headers["cache-control"] == "private, max-age=3600"
    tag = first.headers["etag"]
    again = client.get(address, headers={"if-none-match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert again.headers["cache-control"] == "private, max-age=3600"
    assert "frame-ancestors 'none'" in again.headers["content-security-policy"]
    assert client.get(address, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_picture_that_changes_has_another_tag(client: Any, tmp_path: Path) -> None:
    address = f"/{TOKEN}/pictures/{client.places['big.jpg']}"
    tag = client.get(address).headers["etag"]
    Image.new("RGB", (1000, 600), "blue").save(tmp_path / "pictures/big.jpg")
    changed = client.get(address, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


def test_nothing_else_is_kept(client: Any) -> None:
    absent = f"pictures/{client.places['absent.jpg']}"
    for path in ("", "data/rows-0.js", "data/columns-0.js", absent, "nothing"):
        assert client.get(f"/{TOKEN}/{path}").headers["cache-control"] == "no-store"
    stranger = client.get(f"/{'y' * 32}/pictures/{client.places['big.jpg']}")
    assert (stranger.status_code, stranger.headers["cache-control"]) == (404, "no-store")


def test_a_page_that_is_being_made_says_so_and_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from truebox.report.serving import app as module

    monkeypatch.setattr(module, "_PATIENCE", 0.01)
    client = testclient.TestClient(
        module.page_app(Future(), token=TOKEN, port=PORT, numbers="<table>AP</table>"),
        base_url=f"http://127.0.0.1:{PORT}",
    )
    answer = client.get(f"/{TOKEN}/")
    assert answer.status_code == 200
    assert 'http-equiv="refresh"' in answer.text
    assert "is being made" in answer.text
    assert "<table>AP</table>" in answer.text
    assert answer.headers["cache-control"] == "no-store"
