"""Services behind a proxy, and the instances that answered."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

from ..plainhttp import Answer
from ..wallet_family.services import Services
from .nginx_server import SERVED_BY


class SpreadServices(Services):
    """Remembers which instance answered each request, and in which order the steps of each transaction went where."""

    def __init__(self, base: str, operator_token: str) -> None:
        super().__init__(base, operator_token)
        self.answered: Counter[str] = Counter()
        self._steps: dict[tuple[str, str], list[str]] = defaultdict(list)

    def ask(self, method: str, path: str, **options: Any) -> Answer:
        answer = super().ask(method, path, **options)
        instance = answered_by(answer)
        self.answered[instance] += 1
        transaction = named(options.get("raw")) or named(answer.text)
        if transaction:
            self._steps[(path.split("/")[1], transaction)].append(instance)
        return answer

    def changes(self) -> tuple[int, int]:
        """How many steps went to another instance than the step before in their transaction, and how many had a step before."""
        pairs = [pair for steps in self._steps.values() for pair in zip(steps, steps[1:])]
        return sum(one != other for one, other in pairs), len(pairs)


def answered_by(answer: Answer) -> str:
    """The address of the instance. If nginx tried several, the last one answered."""
    return answer.headers.get(SERVED_BY.lower(), "").rpartition(",")[2].strip()


def named(body: bytes | str | None) -> str | None:
    """The transaction that a message names."""
    try:
        value = json.loads(body or "")
    except ValueError:
        return None
    found = value.get("txId") if isinstance(value, dict) else None
    return found if isinstance(found, str) else None
