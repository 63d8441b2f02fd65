"""After the kills: the users ask again for what they were told, and the database is searched for what they were not told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from ..checks import Checks, expect, expect_equal
from ..opendid_family.canonical import Document
from ..wallet_family.identities import holder_document
from .lives import Life
from .postgres_server import PostgresServer


def run(database: PostgresServer, ended: list[Life], checks: Checks) -> None:
    tables = Tables(database)
    parts: dict[str, Callable[[Life], None]] = {
        "nothing that was confirmed is lost: each user's DID document": document_is_there,
        "nothing that was confirmed is lost: the status of each credential": credentials_are_there,
        "nothing that was confirmed is lost: what each verifier was shown": results_are_there,
        "nothing is done twice: each user has the credentials that she received, each issued once and revoked at most once": tables.credentials_once,
        "nothing is done twice: one credential for each offer": tables.offers_once,
        "nothing is done twice: each wallet has one user, and each version and change of status of her DID is there once": tables.did_once,
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


class Tables:
    """The rows that count, read once. The first column of each statement is the key."""

    def __init__(self, database: PostgresServer) -> None:
        def grouped(sql: str) -> dict[str, list[list[str]]]:
            found: dict[str, list[list[str]]] = defaultdict(list)
            for key, *row in database.rows(sql):
                found[key].append(row)
            return found

        self._registered = grouped("SELECT subject, id, status FROM opendid_tas.ledger_credential")
        self._changes = grouped("SELECT kind || ' ' || subject, status FROM opendid_tas.ledger_status_change ORDER BY number")
        self._versions = grouped("SELECT did, version FROM opendid_tas.ledger_did_version ORDER BY version::int")
        self._users = grouped("SELECT wallet_id, did, status FROM opendid_tas.tas_user")
        self._issued = grouped("SELECT subject, vc_id FROM opendid_issuer.issuer_credential")
        self._offers = grouped(
            "SELECT o.offer_id, c.vc_id, o.completed FROM opendid_issuer.issuer_offer o JOIN opendid_issuer.issuer_credential c USING (tx_id)")

    def credentials_once(self, life: Life) -> None:
        did = life.wallet.owner().did
        expect_equal(sorted(self._registered[did]), sorted(map(list, life.credentials.items())), "credentials in the registry")
        expect_equal(sorted(self._issued[did]), sorted([credential] for credential in life.credentials), "credentials at the issuer")
        for credential, status in life.credentials.items():
            wanted = [["ACTIVE"], ["REVOKED"]] if status == "REVOKED" else [["ACTIVE"]]
            expect_equal(self._changes[f"credential {credential}"], wanted, "changes of a credential's status")

    def offers_once(self, life: Life) -> None:
        for offer, credential in life.issue_offers.items():
            expect_equal(self._offers[offer], [[credential, "t"]], "credentials for an offer, and whether it is completed")

    def did_once(self, life: Life) -> None:
        owner = life.wallet.owner()
        expect_equal(self._users[life.wallet.id], [[owner.did, "ACTIVATED"]], "users of a wallet")
        expect_equal(self._versions[owner.did], [[str(number + 1)] for number in range(owner.version)], "versions of a document")
        expect_equal(self._changes[f"did {owner.did}"], [["ACTIVATED"], ["DEACTIVATED"], ["ACTIVATED"]], "changes of a DID's status")
