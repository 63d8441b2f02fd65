"""Runs `HeraldInterop twin` against Synapse and against our node, and compares step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..checks import Checks, Refuted, expect
from ..processes import Child
from .differences import DIFFERENCES

STEPS_AT_LEAST = 52


def run(program: str, synapse: str, node: str, folder: Path, checks: Checks) -> None:
    """Both servers get the same two people with the same intentions."""
    theirs = transcript(program, synapse, folder / "synapse", checks, "Synapse")
    ours = transcript(program, node, folder / "node", checks, "our node")
    with checks.check("both servers saw every step, in the same order"):
        expect(list(theirs) == list(ours), f"Synapse {list(theirs)}, our node {list(ours)}")
        expect(len(ours) >= STEPS_AT_LEAST, f"{len(ours)} steps")
    for step, value in theirs.items():
        with checks.check(f"both servers: {step}"):
            if step not in ours:
                raise Refuted("our node did not come so far")
            compare(value, ours[step], DIFFERENCES.get(step, {}))


def transcript(program: str, base: str, folder: Path, checks: Checks, name: str, *options: str) -> dict[str, Any]:
    """The steps of one run and what each led to."""
    folder.mkdir(parents=True, exist_ok=True)
    steps: dict[str, Any] = {}
    unread: list[str] = []

    def take(line: str) -> None:
        try:
            item = json.loads(line)
            steps[item["step"]] = item
        except (ValueError, KeyError):
            unread.append(line.strip()[:200])

    child = Child(f"twin-{folder.name}", [program, "twin", "--homeserver", base, *options], folder, on_line=take)
    try:
        code = child.wait_for_end(240)
    finally:
        child.stop()
    with checks.check(f"the scenario runs to its end against {name}"):
        failed = [f"{step}: {item['error']}" for step, item in steps.items() if "error" in item]
        expect(code == 0 and not failed and not unread, f"code {code}; {failed} {unread}{child.last_words()}")
    return {step: item.get("value") for step, item in steps.items()}


def compare(theirs: Any, ours: Any, known: dict[str, str], name: str = "our node") -> None:
    """Equal but for the differences that are known and explained; one that is gone has to go from the list too."""
    found = dict(differing(theirs, ours, ""))
    new = {path: pair for path, pair in found.items() if path not in known}
    gone = [path for path in known if path not in found]
    if new:
        raise Refuted("; ".join(f"{path or 'the whole'}: Synapse {short(a)}, {name} {short(b)}" for path, (a, b) in new.items()))
    if gone:
        raise Refuted(f"no longer different: {gone}")


def differing(a: Any, b: Any, path: str) -> list[tuple[str, tuple[Any, Any]]]:
    if isinstance(a, dict) and isinstance(b, dict):
        return [found for key in sorted({*a, *b}) for found in differing(a.get(key), b.get(key), f"{path}/{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [found for n, (x, y) in enumerate(zip(a, b)) for found in differing(x, y, f"{path}/{n}")]
    return [] if a == b else [(path, (a, b))]


def short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 400 else text[:400] + "…"
