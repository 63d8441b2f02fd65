"""Services that are killed again and again, and a client that repeats each request until somebody answers it."""

from __future__ import annotations

import time
from collections import Counter
from threading import Condition, local
from typing import Any

from ..checks import Refuted
from ..plainhttp import Answer
from ..wallet_family.services import Services
from .cluster import Cluster
from .spread import answered_by

PATIENCE = 90
# A client waits as long as `Retry-After` says. The test does not, so that it meets the servers while they come back.
PAUSE, PAUSE_OF_LIMITS = 0.1, 1.0


class PatientServices(Services):
    """Sends the same bytes again after 503 and 429, and remembers answers that must not be."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster.base, cluster.operator_token)
        self._names = {f"127.0.0.1:{one.port}": one.name for one in cluster.all}
        self._own = local()
        self.statuses: Counter[int] = Counter()
        # 503 of nginx itself, because the instance ended during the request.
        self.of_nginx = 0
        self.faults: Counter[str] = Counter()
        self._changed = Condition()
        self._sent: Counter[str] = Counter()

    def ask(self, method: str, path: str, **options: Any) -> Answer:
        end, tried = time.monotonic() + PATIENCE, []
        while True:
            with self._changed:
                self._sent[path.split("/")[1]] += 1
                self._changed.notify_all()
            answer = super().ask(method, path, seconds=PATIENCE, **options)
            where = f"{method} {path.split('?')[0]}"
            with self._changed:
                self.statuses[answer.status] += 1
                pause = self._pause(answer, where)
            tried.append(f"{answer.status} of {self._names.get(answered_by(answer), 'nginx')}")
            if pause is None:
                if len(tried) > 1:
                    self.repeated.append(f"{where}: {', '.join(tried)}")
                return answer
            if time.monotonic() > end:
                raise Refuted(f"{where} still answers {answer.status} after {PATIENCE} s")
            time.sleep(pause)

    @property
    def repeated(self) -> list[str]:
        """The requests that this thread had to send several times, with the answers."""
        if not hasattr(self._own, "repeated"):
            self._own.repeated = []
        return self._own.repeated

    def _pause(self, answer: Answer, where: str) -> float | None:
        """The time until the request is sent again, or None if it is answered."""
        says_when = answer.headers.get("retry-after", "").isdigit()
        code = answer.body.get("code") if isinstance(answer.body, dict) else None
        match answer.status:
            case 503 if code is None and "nginx" in answer.text and says_when:
                self.of_nginx += 1
                return PAUSE
            # With the code of its own service, a role says which other server was too slow, such as 30 s on a busy machine.
            case 503 if code is not None and says_when:
                return PAUSE
            case 429 if says_when:
                return PAUSE_OF_LIMITS
            case status if status >= 500 or status == 429:
                self.faults[f"{where} answered {status} {answer.text[:200]}"] += 1
        return None

    def wait_for_requests(self, count: int, prefixes: tuple[str, ...], seconds: float) -> None:
        """Returns as soon as so many further requests to these prefixes have begun."""
        def sent() -> int:
            return sum(self._sent[prefix] for prefix in prefixes)

        with self._changed:
            wanted = sent() + count
            if not self._changed.wait_for(lambda: sent() >= wanted, seconds):
                raise Refuted(f"within {seconds:.0f} s there were not {count} requests to {prefixes}")
