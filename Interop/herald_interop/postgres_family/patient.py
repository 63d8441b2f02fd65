"""Services that are killed again and again, and a client that repeats each request until somebody answers it."""

from __future__ import annotations

import time
from collections import Counter
from threading import Condition
from typing import Any

from ..checks import Refuted
from ..plainhttp import Answer
from ..wallet_family.services import Services

PATIENCE = 90
# A client waits as long as `Retry-After` says. The test does not, so that it meets the servers while they come back.
PAUSE, PAUSE_OF_LIMITS = 0.1, 1.0


class PatientServices(Services):
    """Sends the same bytes again after 502, 503, 504 and 429, and remembers answers that must not be."""

    def __init__(self, base: str, operator_token: str) -> None:
        super().__init__(base, operator_token)
        self.statuses: Counter[int] = Counter()
        self.faults: Counter[str] = Counter()
        self._changed = Condition()
        self._sent = 0

    def ask(self, method: str, path: str, **options: Any) -> Answer:
        end = time.monotonic() + PATIENCE
        while True:
            with self._changed:
                self._sent += 1
                self._changed.notify_all()
            answer = super().ask(method, path, seconds=PATIENCE, **options)
            where = f"{method} {path.split('?')[0]}"
            with self._changed:
                self.statuses[answer.status] += 1
                pause = self._pause(answer, where)
            if pause is None:
                return answer
            if time.monotonic() > end:
                raise Refuted(f"{where} still answers {answer.status} after {PATIENCE} s")
            time.sleep(pause)

    def _pause(self, answer: Answer, where: str) -> float | None:
        """The time until the request is sent again, or None if it is answered."""
        says_when = answer.headers.get("retry-after", "").isdigit()
        code = answer.body.get("code") if isinstance(answer.body, dict) else None
        match answer.status:
            case 502 | 504 if code is None and "nginx" in answer.text:
                return PAUSE
            case 503 if code == "9503" and says_when:
                return PAUSE
            case 429 if says_when:
                return PAUSE_OF_LIMITS
            case status if status >= 500 or status == 429:
                self.faults[f"{where} answered {status} {answer.text[:200]}"] += 1
        return None

    def wait_for_requests(self, count: int, seconds: float) -> None:
        """Returns when so many further requests have been begun."""
        with self._changed:
            wanted = self._sent + count
            if not self._changed.wait_for(lambda: self._sent >= wanted, seconds):
                raise Refuted(f"within {seconds:.0f} s there were not {count} requests")
