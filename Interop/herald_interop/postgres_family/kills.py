"""Rounds in which an instance is killed in the middle of protocols; in some of them, PostgreSQL too."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from ..checks import Checks, expect, note
from . import audit
from .cluster import Cluster
from .lives import Life, live_on
from .patient import PatientServices
from .postgres_server import PostgresServer

USERS_AT_ONCE = 3
# One round of so many kills PostgreSQL, and the first one does so early.
DATABASE_EVERY, DATABASE_FIRST = 10, 2
# The requests during which an instance of the role works. A kill comes soon after one of them has been sent.
BUSY = {
    "tas": ("tas", "verifier", "cas"), "issuer": ("tas",), "verifier": ("verifier",), "wallet": ("wallet",), "cas": ("cas",), "gateway": ("api-gateway",),
}
MOST_REQUESTS_BETWEEN = {"wallet": 2} | dict.fromkeys(("tas", "issuer", "verifier", "cas", "gateway"), 12)
LONGEST_DELAY = 0.02


def run(cluster: Cluster, database: PostgresServer, rounds: int, checks: Checks) -> None:
    services = PatientServices(cluster)
    crashes = 0
    is_over = Event()
    ended: list[Life] = []
    failures: list[str] = []
    with ThreadPoolExecutor(USERS_AT_ONCE) as pool:
        users = [pool.submit(live_on, services, checks, is_over, ended, failures) for _ in range(USERS_AT_ONCE)]
        try:
            with checks.check(f"{rounds} times a random instance is killed, every {DATABASE_EVERY}th time PostgreSQL too, and all of them come back"):
                crashes = kill(cluster, database, rounds, services)
        finally:
            is_over.set()
        for user in users:
            user.result()
    note(
        f"postgres: {rounds} instances and {crashes} times PostgreSQL killed, {len(ended)} lives, {sum(services.statuses.values())} requests, statuses "
        f"{dict(sorted(services.statuses.items()))}, of which {services.of_nginx} were 503 of nginx itself")
    with checks.check("whoever sends each request again comes to the end of every protocol, and begins none of them again"):
        expect(ended and not failures, f"{len(failures)} of {len(ended) + len(failures)} lives failed: {'; '.join(sorted(set(failures))[:5])}")
    with checks.check("no answer meanwhile is 500, 502 or 504: it is 503 with Retry-After"):
        expect(not services.faults, "; ".join(f"{count} times: {says}" for says, count in services.faults.most_common(5)))
    audit.run(database, ended, checks)


def kill(cluster: Cluster, database: PostgresServer, rounds: int, services: PatientServices) -> int:
    """Returns how often PostgreSQL was killed."""
    chance = random.Random(18)
    crashes = 0

    def strike(role: str, blow: Callable[[], None]) -> None:
        services.wait_for_requests(chance.randint(1, MOST_REQUESTS_BETWEEN[role]), BUSY[role], 120)
        time.sleep(chance.uniform(0, LONGEST_DELAY))
        blow()

    for number in range(rounds):
        instance = chance.choice(cluster.all)
        strike(instance.role, instance.kill)
        instance.start()
        instance.wait()
        if number % DATABASE_EVERY == DATABASE_FIRST:
            strike("tas", database.kill)
            crashes += 1
            database.start()
    return crashes
