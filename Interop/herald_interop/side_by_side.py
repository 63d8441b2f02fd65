"""Families side by side: most of a family's time is waiting, for a server to start or for an answer that must not come."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from .checks import Checks, Ledger, note


class Runner:
    """Runs families as processes and writes their checks into one ledger as they end."""

    def __init__(self, passed_on: list[str], ledger: Ledger) -> None:
        self.passed_on = passed_on
        self.ledger = ledger
        self.lock = Lock()
        self.children: list[subprocess.Popen[str]] = []
        self.is_stopped = False

    def run(self, family: str) -> None:
        """Runs one family to its end; a family without totals did not reach it, and that is a failed check."""
        command = [sys.executable, "-m", __package__, "--only", family, "--json", *self.passed_on]
        started = time.monotonic()
        with self.lock:
            if self.is_stopped:
                return
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            self.children.append(child)
        assert child.stdout is not None
        has_ended, unread = False, ""
        for line in child.stdout:
            try:
                entry = json.loads(line)
            except ValueError:
                entry, unread = {}, line.strip()
            with self.lock:
                if "check" in entry:
                    self.ledger.record(entry["family"], entry["check"], entry["ok"], entry["detail"])
                has_ended = has_ended or "passed" in entry
        code = child.wait()
        with self.lock:
            if not has_ended and not self.is_stopped:
                Checks(family, self.ledger).record("the family runs to its end", False, f"it ended with {code} {unread}".strip())
            note(f"{family} took {time.monotonic() - started:.0f} s")

    def stop(self) -> None:
        """Ends what still runs; each process stops its own servers."""
        with self.lock:
            self.is_stopped = True
            children = list(self.children)
        for child in children:
            if child.poll() is None:
                child.terminate()
        for child in children:
            child.wait()


def run_side_by_side(families: tuple[str, ...], at_once: int, passed_on: list[str], ledger: Ledger, reruns: int) -> None:
    """Runs the families in this order, so many at once. Families that fail run again afterwards, one at a time, up to `reruns` times."""
    runner = Runner(passed_on, ledger)
    pool = ThreadPoolExecutor(at_once)
    try:
        for future in [pool.submit(runner.run, family) for family in families]:
            future.result()
        for _ in range(reruns):
            for family in ledger.failed_families():
                note(f"{family} runs again")
                earlier = [failure for failure in ledger.failures if failure[0] == family]
                runner.run(family)
                if len([failure for failure in ledger.failures if failure[0] == family]) == len(earlier):
                    ledger.excuse(earlier)
    finally:
        runner.stop()
        pool.shutdown()
