"""One line per check: what was expected to hold, whether it held, and why not."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Refuted(AssertionError):
    """An answer or a result is not as expected."""


class NotMade(Exception):
    """A check needs something that an earlier, failed check should have made."""


class Ledger:
    """Prints checks as they end and counts them."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.passed = 0
        self.failures: list[tuple[str, str]] = []
        self.unsteady: list[str] = []

    @property
    def failed(self) -> int:
        return len(self.failures)

    def failed_families(self) -> list[str]:
        return sorted({family for family, _ in self.failures})

    def excuse(self, earlier: list[tuple[str, str]]) -> None:
        """Counts failures of a first run no more, because the family passed when it ran again. The totals still name them."""
        self.failures = [failure for failure in self.failures if failure not in earlier]
        self.unsteady += [line for _, line in earlier]

    def record(self, family: str, name: str, ok: bool, detail: str = "") -> None:
        """Writes one check at once, so that a run that hangs shows how far it came."""
        line = f"ok   {family}: {name}" if ok else f"FAIL {family}: {name}: {detail}"
        if ok:
            self.passed += 1
        else:
            self.failures.append((family, line))
        if self.as_json:
            line = json.dumps({"family": family, "check": name, "ok": ok, "detail": detail}, ensure_ascii=False)
        print(line, flush=True)

    def close(self) -> int:
        """Writes the totals and gives the exit code of the process. The failed checks come again, because the end of a log is what people read."""
        if self.as_json:
            print(json.dumps({"passed": self.passed, "failed": self.failed, "unsteady": self.unsteady}), flush=True)
        else:
            for _, line in self.failures:
                print(line, flush=True)
            for line in self.unsteady:
                print(f"passed only when its family ran again, a fault to mend: {line}", flush=True)
            print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or not self.passed else 0


class Checks:
    """The checks of one family."""

    def __init__(self, family: str, ledger: Ledger, part: str = "") -> None:
        self.family = family
        self.ledger = ledger
        self._part = part

    def of(self, part: str) -> Checks:
        """The checks of a part that runs more than once; their names begin with the part's."""
        return Checks(self.family, self.ledger, f"{self._part}{part}: ")

    @contextmanager
    def check(self, name: str) -> Iterator[None]:
        """Runs the body as one check: it holds when the body ends, it fails when the body raises."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever a peer makes us raise is the finding
            self.record(name, False, describe(error))
        else:
            self.record(name, True)

    def record(self, name: str, ok: bool, detail: str = "") -> None:
        """Records a check, for example one that another process made."""
        self.ledger.record(self.family, self._part + name, ok, detail)


def describe(error: BaseException) -> str:
    """The reason on one line; the type is named only where the text alone would not say enough."""
    text = " ".join(str(error).split())
    if isinstance(error, (Refuted, NotMade)) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def expect(condition: object, reason: str) -> None:
    """Refutes the running check unless the condition holds."""
    if not condition:
        raise Refuted(reason)


def expect_equal(got: object, wanted: object, what: str) -> None:
    """Refutes the running check unless both are equal, and shows both."""
    if got != wanted:
        raise Refuted(f"{what}: expected {shorten(wanted)}, got {shorten(got)}")


def shorten(value: object, limit: int = 300) -> str:
    """A value as one readable line of bounded length."""
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + "…"


class Gathered:
    """Attributes that checks hand on to later ones; reading one that was never made says so plainly."""

    def __getattr__(self, name: str) -> object:
        raise NotMade(f"needs “{name.replace('_', ' ')}”, which an earlier check did not make")


def note(text: str) -> None:
    """Progress messages for a person, on standard error."""
    print(text, file=sys.stderr, flush=True)
