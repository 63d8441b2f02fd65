"""The order of the family."""

from __future__ import annotations

from pathlib import Path

from ..checks import Checks, expect, expect_equal, note
from ..wallet_family.family import run_with
from ..wallet_family.operators import Operators
from ..wallet_family.our_wallet import OurWallet
from ..wallet_family.our_wallet_served import whole_life
from ..wallet_family.services import Services
from ..wallet_family.setting import LIST_PACKAGE, Setting
from ..wallet_family.stage import Stage
from . import kills
from .cluster import Cluster
from .postgres_server import PostgresServer
from .spread import SpreadServices

# Of the steps that follow another one in their transaction, so many reach another instance. The others come after a request that the script
# sends in between, such as one for a certificate.
CHANGING_PART = 0.8


def run(herald: str, folder: Path, rounds: int, checks: Checks) -> None:
    """Everything against two instances of every role, then `rounds` kills."""
    database = PostgresServer(folder / "postgres")
    try:
        cluster = Cluster(herald, database.url, folder)
        try:
            run_on(cluster, database, herald, folder, rounds, checks)
        finally:
            cluster.stop()
    finally:
        database.stop()


def run_on(cluster: Cluster, database: PostgresServer, herald: str, folder: Path, rounds: int, checks: Checks) -> None:
    with checks.check("two trust agents start at once on an empty database"):
        cluster.start_trust_agents()
    with checks.check("two instances of every other role start at once, and enrol"):
        cluster.start_others()
    with checks.check("the instances of a role have one identity, one certificate and one set of samples"):
        made_once(database, cluster)
    services = SpreadServices(cluster.base, cluster.operator_token)
    run_with(services, checks)
    with checks.check("consecutive steps of a transaction reached different instances, and every instance answered"):
        spread(services, cluster)
    with checks.check("our wallet lives a whole life with them"):
        our_wallet(cluster, herald, folder / "our-wallet", checks)
    kills.run(cluster, database, rounds, checks)
    with checks.check("no instance met an error that it has no name for"):
        complaints = cluster.complaints()
        expect(not complaints, f"{len(complaints)} lines, the first: {' | '.join(complaints[:5])}")
    with checks.check("the instances survived it all and end with code 0 when asked"):
        for one in cluster.all:
            one.is_running()
        expect_equal({name: code for name, code in cluster.stop().items() if code != 0}, {}, "exit codes")


def made_once(database: PostgresServer, cluster: Cluster) -> None:
    for role in ("tas", "issuer", "verifier", "wallet", "cas"):
        identities = database.rows(f"SELECT count(*) FROM opendid_{role}.service_identity")
        expect_equal(identities, [["1"]], f"identities of {role}")
    # Two instances that enrol at once may each receive a certificate. The later one revokes the earlier one.
    rows = database.rows(
        "SELECT p.did, p.base_url, count(*) FROM opendid_tas.ledger_provider p JOIN opendid_tas.ledger_credential c ON c.subject = p.did AND c.status = 'ACTIVE' "
        "GROUP BY p.did, p.base_url ORDER BY p.did COLLATE \"C\"")
    wanted = [[f"did:omn:{role}", cluster.base, "1"] for role in ("cas", "issuer", "tas", "verifier", "wallet")]
    expect_equal(rows, wanted, "servers with their addresses and valid certificates")
    entries = database.rows(
        "SELECT (SELECT count(*) FROM opendid_tas.ledger_schema), (SELECT count(*) FROM opendid_tas.ledger_plan), (SELECT count(*) FROM opendid_tas.ledger_app)")
    expect_equal(entries, [["2", "2", "1"]], "schemas, plans and apps")


def spread(services: SpreadServices, cluster: Cluster) -> None:
    silent = [one.name for one in cluster.all if not services.answered[f"127.0.0.1:{one.port}"]]
    expect(not silent, f"{silent} answered nothing")
    changed, followed = services.changes()
    note(f"postgres: {changed} of {followed} steps that followed another one reached another instance, of {sum(services.answered.values())} requests")
    expect(changed >= CHANGING_PART * followed > 0, f"only {changed} of {followed} steps reached another instance than the step before")


def our_wallet(cluster: Cluster, herald: str, folder: Path, checks: Checks) -> None:
    services = Services(cluster.base, cluster.operator_token)
    person = Stage(services, Setting(), checks).fresh_wallet().person
    package = services.get("list", "allowed-ca/list", wallet=LIST_PACKAGE).taken()["items"][0]
    whole_life(OurWallet(herald, folder, cluster.base, package), Operators(services), person)
