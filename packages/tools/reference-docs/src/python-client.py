"""A client of the grid coordinator in Python 3.9 or newer, with nothing but the standard library.

Written by `npm run docs` from docs/openapi/grid.json. Do not change it by hand; copy it beside your program.

    from almagest_grid import Grid

    grid = Grid("http://127.0.0.1:8090", token)
    for point in grid.pages(grid.list_points, "points", name="sdb", status="converged"):
        print(point["name"], point["last_max_relc"])

Each operation is a method. It returns what the answer's `data` holds, or the bytes of a file; with `to` a file is written
to that path piece by piece, so it may be larger than the memory. grid.ipynb is an example.
"""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Iterator, Literal, Mapping, Optional

# FACTS
PIECE_BYTES = 1 << 20
PAGE = 500


class Refused(Exception):
    """The coordinator did not do what was asked. `status` is that of HTTP; the message says what to correct."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status} {message}")
        self.status = status
        self.message = message


class Grid:
    """A grid coordinator. `token` is an administrator's, or empty for what everybody may read."""

    def __init__(self, url: str, token: str = "", timeout_sec: float = 600) -> None:
        self.url = url.rstrip("/")
        self.timeout_sec = timeout_sec
        self._token = token

    def pages(self, operation: Callable[..., Any], key: str, **arguments: Any) -> Iterator[Any]:
        """Every element of a list that comes in pages, by `offset` or behind `next`. `key` names the list in the answer."""
        offset = 0
        while True:
            page = operation(limit=PAGE, **arguments)
            yield from page[key]
            offset += len(page[key])
            if page.get("next") is not None:
                arguments["after"] = page["next"]
            elif page[key] and offset < page.get("total", 0):
                arguments["offset"] = offset
            else:
                return

    def _call(
        self,
        method: str,
        path: str,
        in_path: Mapping[str, Any],
        in_query: Mapping[str, Any],
        body: Any = None,
        sent_as: str = "application/json",
        to: Optional[str] = None,
    ) -> Any:
        for name, value in in_path.items():
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        given = {name: _text(value) for name, value in in_query.items() if value is not None}
        query = "?" + urllib.parse.urlencode(given) if given else ""
        data = json.dumps(body).encode() if body is not None and sent_as == "application/json" else body
        request = urllib.request.Request(self.url + path + query, method=method, data=data)
        if body is not None:
            request.add_header("Content-Type", sent_as)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_sec) as answer:
                if to is not None:
                    return _write(answer, to)
                return _decoded(answer.headers.get_content_type(), answer.read())
        except urllib.error.HTTPError as error:
            raise Refused(error.code, _message(error.read())) from None

    # OPERATIONS


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _decoded(kind: str, content: bytes) -> Any:
    if kind == "application/json":
        value = json.loads(content)
        is_envelope = isinstance(value, dict) and "success" in value and "data" in value
        return value["data"] if is_envelope else value
    return content.decode() if kind.startswith("text/") else content


def _message(content: bytes) -> str:
    text = content.decode("utf-8", "replace")
    try:
        return str(json.loads(text).get("message", text))
    except (ValueError, AttributeError):
        return text


def _write(answer: Any, to: str) -> str:
    """Under its name only as a whole: an answer that was cut leaves nothing that looks like a file."""
    part = to + ".part"
    written = 0
    with open(part, "wb") as file:
        while piece := answer.read(PIECE_BYTES):
            written += file.write(piece)
    announced = answer.headers.get("Content-Length")
    if announced is not None and int(announced) != written:
        raise ConnectionError(f"the answer was cut after {written} of {announced} bytes")
    os.replace(part, to)
    return to
