"""`scripts/interop`: the families, one line per check, the totals at the end."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from . import (
    eos_family, eth_family, gateway_family, nio_family, opendid_family, postgres_family, push_family, stock_family, synapse_family, twin_family,
    wallet_family,
)
from .checks import Checks, Ledger, note
from .herald_node import HeraldNode
from .herald_services import ForeignServices, HeraldServices
from .side_by_side import run_side_by_side
from .synapse_server import SynapseServer
from .wallet_family import lied_to, our_wallet_served
from .wallet_family.setting import Setting

FAMILIES = ("synapse", "twin", "nio", "push", "eth", "gateway", "opendid", "opendid-stock", "wallet", "postgres", "eos")
# The long families come first, so that a short one runs last.
LONGEST_FIRST = ("postgres", "wallet", "gateway", "twin", "opendid-stock", "opendid", "nio", "push", "synapse", "eos", "eth")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/interop", description=__doc__)
    parser.add_argument("--herald", default="", help="path of the herald program (set by scripts/interop)")
    parser.add_argument("--driver", default="", help="path of the program HeraldInterop (set by scripts/interop)")
    parser.add_argument("--only", choices=FAMILIES, help="run one family")
    parser.add_argument("--peer", choices=("herald", "synapse", "foreign"), default="herald",
                        help="whose node the nio family talks to, and whose services the wallet family; others check the scripts themselves")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="kill N instances in the postgres family, and N gateways in the gateway family; defaults to 5")
    parser.add_argument("--at-once", type=int, default=3, metavar="N", help="run up to N families side by side, each in a process of its own; defaults to 3")
    parser.add_argument("--reruns", type=int, default=0, metavar="N",
                        help="run families that failed again, alone, up to N times, and name what passed only then; defaults to 0; not with --only")
    parser.add_argument("--json", action="store_true", help="one JSON object per check")
    parser.add_argument("--keep", action="store_true", help="keep the servers' folder for a look afterwards")
    return parser.parse_args()


@contextmanager
def work_folder(keep: bool) -> Iterator[Path]:
    """A folder for the servers' files. It is deleted afterwards, unless `--keep` is given."""
    if keep:
        folder = Path(tempfile.mkdtemp(prefix="herald-interop-"))
        note(f"keeping {folder}")
        yield folder
    else:
        with tempfile.TemporaryDirectory(prefix="herald-interop-", ignore_cleanup_errors=True) as name:
            yield Path(name)


def run_synapse(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    server = SynapseServer(folder / "synapse")
    try:
        synapse_family.run(options.driver, server.base, folder / "client", checks)
    finally:
        server.stop()


def run_twin(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    server = SynapseServer(folder / "synapse-for-twin")
    try:
        node = HeraldNode(options.herald, folder / "node-for-twin", unlimited=True, pushes=True)
        try:
            twin_family.run(options.driver, server.base, node.base, folder / "twin", checks)
        finally:
            node.stop()
    finally:
        server.stop()


def run_nio(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    if options.peer == "synapse":
        server: SynapseServer | HeraldNode = SynapseServer(folder / "synapse-for-nio")
    else:
        server = HeraldNode(options.herald, folder / "node-for-nio")
    try:
        nio_family.run(server.base, checks, options.peer)
    finally:
        server.stop()


def run_push(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    server = SynapseServer(folder / "synapse-for-push")
    try:
        node = HeraldNode(options.herald, folder / "node-for-push", unlimited=True, pushes=True)
        try:
            push_family.run(node.base, server.base, checks)
        finally:
            node.stop()
    finally:
        server.stop()


def run_eth(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    node = HeraldNode(options.herald, folder / "node-for-eth")
    try:
        other = HeraldNode(options.herald, folder / "other-node-for-eth")
        try:
            eth_family.run(eth_family.ClientAPI(node.base), eth_family.ClientAPI(other.base), checks)
        finally:
            other.stop()
        with checks.check("the node survived it all and ends with code 0 when asked"):
            code = node.stop()
            if code != 0:
                raise AssertionError(f"it ended with {code}{node.child.last_words()}")
    finally:
        node.stop()


def run_gateway(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    gateway_family.run(options.herald, options.driver, folder / "gateway", options.rounds, checks)


def run_opendid(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    opendid_family.run([options.driver, "opendid"], folder / "opendid", checks)


def run_stock(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    stock_family.run(options.herald, folder / "opendid-stock", checks)


def run_eos(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    eos_family.run([options.driver, "eos"], folder / "eos", checks)


def run_wallet(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    if options.peer == "foreign":
        for habits in ("none", "all"):
            foreign = ForeignServices(folder / "foreign-services", habits)
            try:
                wallet_family.run(foreign.base, None, checks, Setting(tolerant=habits == "all"))
            finally:
                foreign.stop()
        lied_to.run(checks)
        return
    services = HeraldServices(options.herald, folder / "services-for-wallet")
    try:
        wallet_family.run(services.base, services.operator_token, checks)
        with checks.check("the services survived it all and end with code 0 when asked"):
            code = services.stop()
            if code != 0:
                raise AssertionError(f"they ended with {code}{services.child.last_words()}")
    finally:
        services.stop()
    our_wallet_served.run(options.herald, folder / "our-wallets", checks)


def run_postgres(options: argparse.Namespace, folder: Path, checks: Checks) -> None:
    postgres_family.run(options.herald, folder / "postgres", options.rounds, checks)


RUNNERS = {
    "synapse": run_synapse, "twin": run_twin, "nio": run_nio, "push": run_push, "eth": run_eth, "gateway": run_gateway,
    "opendid": run_opendid, "opendid-stock": run_stock, "wallet": run_wallet, "postgres": run_postgres, "eos": run_eos,
}


def main() -> int:
    options = arguments()
    # An exception unwinds through every `finally`, so that a signal leaves no server behind.
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, leave)
    ledger = Ledger(options.json)
    if not options.only and options.at_once > 1:
        passed_on = ["--herald", options.herald, "--driver", options.driver, "--peer", options.peer, "--rounds", str(options.rounds)] + (["--keep"] if options.keep else [])
        run_side_by_side(LONGEST_FIRST, options.at_once, passed_on, ledger, options.reruns)
        return ledger.close()
    with work_folder(options.keep) as folder:
        for family in (options.only,) if options.only else FAMILIES:
            checks = Checks(family, ledger)
            try:
                RUNNERS[family](options, folder, checks)
            except Exception as error:  # noqa: BLE001 - a family that cannot start must not hide the others
                checks.record("the family runs to its end", False, str(error) or type(error).__name__)
    return ledger.close()


def leave(sign: int, _: FrameType | None) -> None:
    raise SystemExit(128 + sign)


if __name__ == "__main__":
    sys.exit(main())
