"""The order of the family."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from .. import eth_family, nio_family
from ..checks import Checks, NotMade, expect, expect_equal, note
from ..herald_gateway import check, init
from ..herald_node import HeraldNode
from ..plainhttp import call
from ..synapse_server import SERVER_NAME, SynapseServer
from ..twin_family import STEPS_AT_LEAST, compare, transcript
from . import confirming, dead_ends, deployment, ended, instances, kills, passing, streams
from .differences import ASKS_FOR_PROOFS, DIFFERENCES, DIFFERENCES_WITH_OPEN_MEDIA, PROVEN, renamed
from .proxies import WORKERS
from .setups import Setup, on_postgres, on_sqlite, on_workers, running
from .workers import SynapseWithWorkers


def run(binary: str, program: str, folder: Path, rounds: int, checks: Checks) -> None:
    """The operator's files and Synapse without a gateway first, for comparison. Then the gateway on SQLite, on PostgreSQL, where gateways are
    killed `rounds` times, and in front of a Synapse with workers."""
    with checks.check("the files for operators could be tried"):
        deployment.run(binary, folder / "deploy", checks)
    with checks.check("large files could be tried"):
        streams.run(binary, folder / "streams", checks.of("large files"))
    with running(SynapseServer(folder / "synapse-alone")) as alone:
        theirs = transcript(program, alone.base, folder / "alone", checks, "Synapse")
        with checks.check("gateway check says what a Synapse without the gateway's lines misses"):
            done = missing(binary, alone, folder / "unknown.pem")
            expect(done.returncode != 0 and "JWT" in done.stdout + done.stderr, f"code {done.returncode}: {done.stdout} {done.stderr}")
    # A node that only hands out challenges, which the gateway must refuse.
    with running(HeraldNode(binary, folder / "node-elsewhere")) as node:
        elsewhere = eth_family.ClientAPI(node.base)
        for set_up in (on_sqlite, on_postgres, on_workers):
            part = checks.of(set_up.__name__.removeprefix("on_"))
            try:
                with set_up(binary, folder / set_up.__name__, part) as setup:
                    twins = folder / f"twin-{set_up.__name__}"
                    if set_up is on_workers:
                        run_workers(setup, program, twins, theirs, elsewhere, part)
                        continue
                    run_part(setup, program, twins, theirs, elsewhere, part)
                    if set_up is on_postgres:
                        kills.run(setup, program, folder / "kills", rounds, part)
            except Exception as error:  # noqa: BLE001 - one engine must not hide the other
                part.record("the part runs to its end", False, str(error) or type(error).__name__)


def run_part(setup: Setup, program: str, folder: Path, theirs: dict[str, Any], elsewhere: eth_family.ClientAPI, checks: Checks) -> None:
    api, *others = [
        eth_family.ClientAPI(gateway.base, server_name=SERVER_NAME, is_gateway=True) for gateway in setup.gateways]
    with checks.check("gateway check warns of passwords" if setup.has_passwords else "gateway check finds nothing missing"):
        done = check(setup.binary, setup.synapse.base, SERVER_NAME, setup.key)
        said = done.stdout + done.stderr
        expect_equal(done.returncode != 0, setup.has_passwords, f"failure ({said})")
        expect("accepts the gateway's key" in said, f"it says: {said}")
    twin(program, setup, folder, theirs, checks)
    eth_family.run(api, elsewhere, checks)
    if setup.has_passwords:
        # Stock clients know nothing of the gateway, so the script is the one for Synapse itself.
        nio_family.run(setup.base, checks, "synapse")
    parts = {
        "proofs": lambda: confirming.run(api, checks) if ASKS_FOR_PROOFS else dead_ends.run(api, checks),
        "accounts of wallets": lambda: ended.run(api, checks),
        "paths": lambda: passing.run(api, setup.synapse, setup.has_open_media, checks),
        "instances": lambda: instances.run(api, others[0], checks) if others else None,
        "an outage": lambda: passing.outage(api, setup.synapse, checks) if not others else None,
    }
    for name, part in parts.items():
        with checks.check(f"all checks of {name} could be tried"):
            part()
    for gateway in setup.gateways:
        with checks.check("the gateway survived it all and ends with code 0 when asked"):
            expect_equal(call(gateway.base, "GET", "/health").status, 200, "health")
            expect_equal(gateway.stop(), 0, f"code{gateway.child.last_words()}")


def run_workers(setup: Setup, program: str, folder: Path, theirs: dict[str, Any], elsewhere: eth_family.ClientAPI, checks: Checks) -> None:
    """Synapse's workers change nothing but who answers, so the scenario, the logins and the figures of nginx are enough."""
    with checks.check("gateway check finds nothing missing"):
        done = check(setup.binary, setup.synapse.base, SERVER_NAME, setup.key)
        expect_equal(done.returncode, 0, f"code ({done.stdout}{done.stderr})")
    twin(program, setup, folder, theirs, checks)
    eth_family.run(eth_family.ClientAPI(setup.base, server_name=SERVER_NAME, is_gateway=True), elsewhere, checks)
    with checks.check("the main process and each worker answered requests, and none failed"):
        assert isinstance(setup.synapse, SynapseWithWorkers)
        served = setup.synapse.served()
        note(f"gateway: requests by process of Synapse: {dict(served)}")
        expect(all(served[name] for name in ("main", *WORKERS)) and not served["failed"], f"requests: {dict(served)}")


def twin(program: str, setup: Setup, folder: Path, theirs: dict[str, Any], checks: Checks) -> None:
    """The scenario of the family `twin`, with wallets and through the gateway, under one root of paths for each engine."""
    under_api = len(setup.gateways) == 1
    options = ["--proof", "wallet"] + (["--sdn"] if under_api else []) + ([] if ASKS_FOR_PROOFS else ["--without-proofs"])
    ours = transcript(program, setup.base, folder, checks, "the gateway", *options)
    if under_api:
        ours = renamed(ours)
    if not ASKS_FOR_PROOFS:
        theirs = {step: value for step, value in theirs.items() if step not in PROVEN}
    with checks.check("the gateway saw every step, in the same order as Synapse"):
        expect(list(theirs) == list(ours), f"Synapse {list(theirs)}, the gateway {list(ours)}")
        expect(len(ours) >= STEPS_AT_LEAST - len(PROVEN), f"{len(ours)} steps")
    known = DIFFERENCES | (DIFFERENCES_WITH_OPEN_MEDIA if setup.has_open_media else {})
    for step, value in theirs.items():
        with checks.check(f"as without the gateway: {step}"):
            if step not in ours:
                raise NotMade("the scenario did not come so far through the gateway")
            compare(value, ours[step], known.get(step, {}), "the gateway")


def missing(binary: str, synapse: SynapseServer, key: Path) -> CompletedProcess[str]:
    """What `herald gateway check` says about a Synapse that has not heard of the gateway's key."""
    init(binary, SERVER_NAME, key)
    return check(binary, synapse.base, SERVER_NAME, key)
