"""What came of a run of scenarios: a line a file, JUnit XML, and one HTML page with the panel's frames."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final
from xml.etree import ElementTree

from companion.bench.png import png
from companion.bench.printing import duration
from companion.bench.runner import Result, Verdict

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STYLE: Final = """\
body { font: 16px/1.4 system-ui, sans-serif; max-width: 62rem; margin: 1rem auto; padding: 0 1rem }
body { color: #222; background: #fff }
h2 { font-size: 1.1rem; border-top: 1px solid #bbb; padding-top: .8rem }
.passed { color: #060 } .failed { color: #a00 } .skipped { color: #555 }
pre { background: #f2f2f2; padding: .5rem; overflow: auto }
ol { display: flex; flex-wrap: wrap; gap: .8rem; list-style: none; padding: 0 }
li { width: 256px; font-size: .8rem; overflow-wrap: anywhere }
img { display: block; width: 256px; height: 128px; image-rendering: pixelated; border: 4px solid #000 }
"""


def line(result: Result, log: bool = False) -> str:
    """One line; below it, indented, what was on the screen when it failed, and with *log* the game log."""
    ran = f"{result.steps} instruction{'s' if result.steps != 1 else ''}, {duration(result.time_ms)}"
    match result.verdict:
        case Verdict.PASSED:
            lines = [f"passed   {result.path}  ({ran})"]
        case Verdict.SKIPPED:
            lines = [f"skipped  {result.path}  ({result.reason})"]
        case _:
            lines = [f"failed   {result.path}  ({ran})", *(f"    {text}" for text in _why(result))]
    lines += [f"    {figure}" for figure in result.figures]
    if log:
        lines += [f"    {entry}" for entry in result.log]
    return "\n".join(lines)


def _why(result: Result) -> list[str]:
    screen = [f"  | {row}" for row in result.screen]
    return [*result.reason.splitlines(), *(["the screen:", *screen] if screen else [])]


def summary(results: Sequence[Result]) -> str:
    """``12 passed, 1 failed, 2 skipped``."""
    return ", ".join(f"{sum(r.verdict is verdict for r in results)} {verdict.value}" for verdict in Verdict)


def junit(results: Sequence[Result], place: str) -> str:
    """JUnit XML; a case's time is the stand's."""
    count = {verdict: sum(r.verdict is verdict for r in results) for verdict in Verdict}
    suite = ElementTree.Element(
        "testsuite",
        name=f"scenarios on {place}",
        tests=str(len(results)),
        failures=str(count[Verdict.FAILED]),
        skipped=str(count[Verdict.SKIPPED]),
        errors="0",
    )
    for result in results:
        case = ElementTree.SubElement(
            suite, "testcase", classname=place, name=_xml(result.path), time=f"{result.time_ms / 1000:.3f}"
        )
        why = _xml("\n".join(_why(result)))
        if result.verdict is Verdict.FAILED:
            ElementTree.SubElement(case, "failure", message=why.partition("\n")[0]).text = why
        elif result.verdict is Verdict.SKIPPED:
            ElementTree.SubElement(case, "skipped", message=why)
        if result.log or result.figures:
            told = "\n".join([*result.figures, *map(str, result.log)])
            ElementTree.SubElement(case, "system-out").text = _xml(told)
    ElementTree.indent(suite)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(suite, encoding="unicode")}\n'


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def html(results: Sequence[Result], place: str) -> str:
    """One page that needs no other file: each scenario with the panel after every step that changed it."""
    body = "".join(part for result in results for part in _section(result))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>Scenarios on {escape(place)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Scenarios on {escape(place)}: {summary(results)}</h1>\n{body}</body>\n</html>\n"
    )


def _section(result: Result) -> Iterator[str]:
    verdict = result.verdict.value
    yield f'<h2><span class="{verdict}">{verdict}</span> {escape(result.path)}</h2>\n'
    yield f"<p>{result.steps} instructions, {duration(result.time_ms)}</p>\n"
    if why := _why(result):
        yield f"<pre>{escape(chr(10).join(why))}</pre>\n"
    if result.figures:
        yield f"<pre>{escape(chr(10).join(result.figures))}</pre>\n"
    yield "<ol>\n"
    for frame in result.frames:
        data = b64encode(png(frame.frame)).decode()
        said = escape(f"line {frame.line}: {frame.instruction} ({duration(frame.at_ms)})")
        yield f'<li><img alt="" src="data:image/png;base64,{data}">{said}</li>\n'
    yield "</ol>\n"
