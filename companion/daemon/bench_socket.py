"""The bench's port on a Unix socket: JSON, a line a message.  Only with ``--bench``, which the journal's header notes.

A request is ``{"do": "press", "button": "ok"}``; its answer is ``{"ok": …}`` or ``{"error": "…"}``, in the order of the
requests.  After ``{"do": "follow"}`` the connection also gets every output as it has gone out, as ``{"report": …}``:
what is in a report that was sent was on disk before.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

from companion.daemon.port import Port, Report
from companion.daemon.reading import rows_of_text
from companion.referee.api import Show
from companion.rules.kernel import EVERYONE, Seat
from companion.rules.log import Row

MODE: Final = 0o600


class BenchSocket:
    """Serves one port.  `open` and `close` are called on the box's loop."""

    def __init__(self, port: Port, path: Path) -> None:
        """A socket that stands at *path* from an earlier run is replaced."""
        self._port, self._path = port, path
        self._server: asyncio.AbstractServer | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen.  Raises `OSError` where the path can't be had."""
        self._path.unlink(missing_ok=True)
        before = os.umask(0o777 & ~MODE)
        try:
            self._server = await asyncio.start_unix_server(self._serve, str(self._path))
        finally:
            os.umask(before)

    async def close(self) -> None:
        """Hang up."""
        for writer in self._writers:
            writer.close()
        if self._server is not None:
            self._server.close()
        self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def follow(report: Report) -> None:
            _write(writer, {"report": _report(report)})

        self._writers.add(writer)
        try:
            while line := await reader.readline():
                _write(writer, self._answer(line, follow))
        except (ConnectionError, asyncio.CancelledError):
            pass  # cancelled when the box ends; before Python 3.12 asyncio logs that as an error of ours
        finally:
            self._writers.discard(writer)
            if follow in self._port.followers:
                self._port.followers.remove(follow)
            writer.close()

    def _answer(self, line: bytes, follow: Callable[[Report], None]) -> Mapping[str, Any]:
        try:
            request = json.loads(line)
            if request.get("do") == "follow":
                self._port.followers.append(follow)
                return {"ok": None}
            return {"ok": self._do(**request)}
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            return {"error": f"{type(error).__name__}: {error}"}

    def _do(self, do: str, **args: Any) -> Any:
        port = self._port
        match do:
            case "press":
                port.press(**args)
            case "place":
                port.place(**args)
            case "lift":
                port.lift(**args)
            case "answer":
                port.answer(**args)
            case "script":
                port.script(**args)
            case "disk":
                port.disk.error = int(args["errno"])
            case "stop":
                port.stop()
            case "waiting":
                return port.waiting()._asdict()
            case "since":
                return [_report(report) for report in port.since(**args)]
            case "screen":
                return port.screen(Seat(args.get("audience", EVERYONE)))
            case "fault":
                port.fault(**args)
            case "panel":
                panel = port.panel()
                return {"rows": panel.rows, "pixels": panel.pixels.hex()}
            case "lit":
                return port.is_lit(**args)
            case "lamps":
                return port.lamps()
            case "rows":
                return [_plain(row) for row in port.rows()]
            case "view":
                return json.loads(port.view(Seat(args["seat"])))
            case "outcome":
                return port.outcome()
            case _:
                raise ValueError(f"nothing is called {do!r} here")
        return None


def _report(report: Report) -> dict[str, Any]:
    output = report.output
    told: dict[str, Any] = {"n": report.n, "at": report.at, "of_rows": report.rows, "kind": type(output).__name__}
    if isinstance(output, Show):
        return {**told, "rows": rows_of_text(output.screen), "unsaved": output.screen.unsaved, "for": output.audience}
    fields = {name: getattr(output, name) for name in output.__match_args__}
    return {**told, **_plain(fields)}


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case Row():
            return _plain(value._asdict())
        case dict():
            return {key: _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value


def _write(writer: asyncio.StreamWriter, message: Mapping[str, Any]) -> None:
    writer.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
