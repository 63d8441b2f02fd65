"""All services with their addresses (OpenDID sheet 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from threading import Thread

from ..opendid_family.canonical import Document
from . import cas
from .habits import Habits
from .issuer import Issuer
from .lies import Lie
from .server import Handler, Routes, serve
from .tas_credentials import Credentials
from .tas_session import Session
from .tas_users import Users
from .transactions import Step, Transactions
from .verifier import Verifier
from .world import World


def start(host: str, port: int, habits: Habits, lie: Lie | None = None) -> tuple[ThreadingHTTPServer, str]:
    """A server that only has to be run, and its address."""
    server, routes = serve(host, port)
    base = f"http://{host}:{server.server_address[1]}"
    world = World(base, habits, lie)
    issuer = Issuer(world)
    for add in (cas.add_certificates, cas.add_cas, cas.add_wallet_provider, cas.add_gateway, cas.add_lists):
        add(routes, world)
    add_trust_agent(routes, world, issuer)
    add_issuer(routes, issuer)
    add_verifier(routes, Verifier(world))
    return server, base


@contextmanager
def serving(habits: Habits, lie: Lie | None = None) -> Iterator[str]:
    """Services in this process, at the address that is given, until the block ends."""
    server, base = start("127.0.0.1", 0, habits, lie)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield base
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def add_trust_agent(routes: Routes, world: World, issuer: Issuer) -> None:
    transactions, session, users, credentials = Transactions(), Session(world), Users(world), Credentials(world, issuer)
    proposals: dict[str, tuple[str, Step, tuple[str, ...]]] = {
        "propose-register-user": ("register", users.propose_registration, ()),
        "propose-update-diddoc": ("update", users.propose_update, ("did",)),
        "propose-restore-diddoc": ("restore", users.propose_restore, ("offerId", "did")),
        "propose-issue-vc": ("issue", credentials.propose_issue, ("vcPlanId", "issuer")),
        "propose-revoke-vc": ("revoke", credentials.propose_revocation, ("vcId",)),
    }
    token = ("serverToken",)
    steps: dict[str, tuple[Step, tuple[str, ...]]] = {
        "request-ecdh": (session.agree, ("reqEcdh",)), "request-create-token": (session.give_token, ("seed",)),
        "retrieve-kyc": (users.retrieve_kyc, (*token, "kycTxId")),
        "request-register-user": (users.register, (*token, "signedDidDoc")), "confirm-register-user": (users.confirm, token),
        "request-update-diddoc": (users.update, (*token, "didAuth", "signedDidDoc")), "confirm-update-diddoc": (users.confirm, token),
        "request-restore-diddoc": (users.restore, (*token, "didAuth")), "confirm-restore-diddoc": (users.confirm, token),
        "request-issue-profile": (credentials.profile, token), "request-issue-vc": (credentials.issue, (*token, "didAuth", "accE2e", "encReqVc")),
        "confirm-issue-vc": (credentials.confirm_issue, (*token, "vcId")),
        "request-revoke-vc": (credentials.revoke, (*token, "request")), "confirm-revoke-vc": (credentials.confirm_revocation, token),
    }

    def proposing(flow: str, act: Step) -> Handler:
        return lambda request: transactions.propose(flow, request, act)

    def stepping(path: str, act: Step) -> Handler:
        return lambda request: transactions.step(path, request, act)

    for path, (flow, act, needed) in proposals.items():
        routes.post("tas", path, proposing(flow, act), "id", *needed)
    for path, (act, needed) in steps.items():
        routes.post("tas", path, stepping(path, act), "id", "txId", *needed)
    routes.post("tas", "request-register-wallet", users.register_wallet, "id", "attestedDidDoc")
    routes.post("tas", "update-push-token", lambda _: {}, "id", "did", "appId", "pushToken")
    routes.post("tas", "update-diddoc-deactivated", users.deactivate, "kycTxId")
    for channel in ("push", "email"):
        routes.post("tas", f"offer-restore-did/{channel}", users.offer_restore, "id", "did")
    routes.post("tas", "offer-issue-vc/qr", credentials.offer, "id", "vcPlanId")


def add_issuer(routes: Routes, issuer: Issuer) -> None:
    def nothing(_: Document) -> Document:
        # Every user has the claims of the plans here, so there is nothing to keep.
        return {}

    routes.get("issuer", "vc/vcschema", issuer.schema, "name")
    routes.post("issuer", "user", nothing)
    routes.post("issuer", "vc", nothing)


def add_verifier(routes: Routes, verifier: Verifier) -> None:
    routes.post("verifier", "request-offer-qr", verifier.offer, "mode", "device", "service")
    routes.post("verifier", "request-profile", verifier.profile, "id", "offerId")
    routes.post("verifier", "request-verify", verifier.verify, "id", "txId", "accE2e", "encVp")
    routes.post("verifier", "confirm-verify", verifier.result, "offerId")
