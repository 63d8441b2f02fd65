"""Rounds in which an instance is killed in the middle of protocols; in some of them, PostgreSQL too."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from ..checks import Checks, expect, expect_equal, note
from ..opendid_family.canonical import Document
from ..wallet_family.identities import holder_document
from .cluster import Cluster
from .lives import Crashes, Life, live_on
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
    crashes, is_over = Crashes(), Event()
    ended: list[Life] = []
    failures: list[str] = []
    with ThreadPoolExecutor(USERS_AT_ONCE) as pool:
        users = [pool.submit(live_on, services, crashes, checks, is_over, ended, failures) for _ in range(USERS_AT_ONCE)]
        try:
            with checks.check(f"{rounds} times a random instance is killed, every {DATABASE_EVERY}th time PostgreSQL too, and all of them come back"):
                kill(cluster, database, rounds, services, crashes)
        finally:
            is_over.set()
        for user in users:
            user.result()
    note(
        f"postgres: {rounds} instances and {crashes.count} times PostgreSQL killed, {len(ended)} lives, {sum(services.statuses.values())} requests, statuses "
        f"{dict(sorted(services.statuses.items()))}, {crashes.begun_again} protocols begun again")
    with checks.check("whoever sends each request again comes to the end of every protocol"):
        expect(ended and not failures, f"{len(failures)} of {len(ended) + len(failures)} lives failed: {'; '.join(sorted(set(failures))[:5])}")
    with checks.check("no answer meanwhile is 500: it is 503 with Retry-After, or nginx's own"):
        expect(not services.faults, "; ".join(f"{count} times: {says}" for says, count in services.faults.most_common(5)))
    audit(database, ended, checks)


def kill(cluster: Cluster, database: PostgresServer, rounds: int, services: PatientServices, crashes: Crashes) -> None:
    chance = random.Random(18)

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
            crashes.count += 1
            database.start()


def audit(database: PostgresServer, ended: list[Life], checks: Checks) -> None:
    """The users ask again for what they were told, and the database is searched for what they were not told."""
    parts: dict[str, Callable[[Life], None]] = {
        "nothing that was confirmed is lost: each user's DID document": document_is_there,
        "nothing that was confirmed is lost: the status of each credential": credentials_are_there,
        "nothing that was confirmed is lost: what each verifier was shown": results_are_there,
        "nothing is done twice: each user has the credentials that she received, each issued once and revoked at most once":
            lambda life: credentials_once(database, life),
        "nothing is done twice: one credential for each offer": lambda life: offers_once(database, life),
        "nothing is done twice: each DID has one user, each of its versions and each change of its status once": lambda life: did_once(database, life),
    }
    for says, part in parts.items():
        with checks.check(says):
            expect(ended, "no user came to the end")
            for life in ended:
                part(life)


def document_is_there(life: Life) -> None:
    life.stage.trust.on_ledger(holder_document(life.wallet.owner()))


def credentials_are_there(life: Life) -> None:
    for credential, status in life.credentials.items():
        life.stage.trust.same_meta(life.documents[credential], status)


def results_are_there(life: Life) -> None:
    for offer, shown in life.verify_offers:
        result = life.stage.operators.result({"payload": offer})
        expect_equal((result["result"], values(result["claims"])), (True, values(shown)), "result of an offer")


def values(claims: list[Document]) -> dict[str, str]:
    return {claim["code"]: claim["value"] for claim in claims}


def credentials_once(database: PostgresServer, life: Life) -> None:
    did = life.wallet.owner().did
    registered = database.rows(f"SELECT id, status FROM opendid_tas.ledger_credential WHERE subject = '{did}'")
    expect_equal({row[0]: row[1] for row in registered}, life.credentials, "credentials in the registry")
    issued = database.rows(f"SELECT vc_id FROM opendid_issuer.issuer_credential WHERE subject = '{did}'")
    expect_equal({row[0] for row in issued}, set(life.credentials), "credentials at the issuer")
    for credential, status in life.credentials.items():
        expect_equal(changes(database, "credential", credential), ["ACTIVE", "REVOKED"][: 1 + (status == "REVOKED")], "changes of a credential's status")


def changes(database: PostgresServer, kind: str, subject: str) -> list[str]:
    rows = database.rows(f"SELECT status FROM opendid_tas.ledger_status_change WHERE kind = '{kind}' AND subject = '{subject}' ORDER BY number")
    return [row[0] for row in rows]


def offers_once(database: PostgresServer, life: Life) -> None:
    for offer, credential in life.issue_offers.items():
        rows = database.rows(
            f"SELECT c.vc_id, o.completed FROM opendid_issuer.issuer_offer o JOIN opendid_issuer.issuer_credential c USING (tx_id) WHERE o.offer_id = '{offer}'")
        expect_equal(rows, [[credential, "t"]], "credentials for an offer, and whether it is completed")


def did_once(database: PostgresServer, life: Life) -> None:
    owner, wallet = life.wallet.owner(), life.wallet.id
    users = database.rows(f"SELECT did, status FROM opendid_tas.tas_user WHERE wallet_id = '{wallet}'")
    expect_equal(users, [[owner.did, "ACTIVATED"]], "users of a wallet")
    versions = database.rows(f"SELECT version FROM opendid_tas.ledger_did_version WHERE did = '{owner.did}' ORDER BY version")
    expect_equal(versions, [[str(number + 1)] for number in range(owner.version)], "versions of a document")
    expect_equal(changes(database, "did", owner.did), ["ACTIVATED", "DEACTIVATED", "ACTIVATED"], "changes of a DID's status")
