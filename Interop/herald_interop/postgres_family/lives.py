"""Users that run every protocol while servers are killed, and what each of them was told at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import TypeVar

from ..checks import Checks, describe
from ..opendid_family.canonical import Document
from ..wallet_family.creating import Creating
from ..wallet_family.flow import Flow
from ..wallet_family.identities import new_key
from ..wallet_family.issuing import Issuing, Revoking
from ..wallet_family.registering import Registering, Restoring, Updating
from ..wallet_family.setting import Setting
from ..wallet_family.stage import Stage
from ..wallet_family.wallet import Wallet
from .patient import PatientServices

Made = TypeVar("Made", bound=Flow)


@dataclass
class Life:
    """What a user was told. All of it was confirmed."""

    wallet: Wallet
    stage: Stage
    credentials: dict[str, str] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    # The credential for each offer of the issuer, and the claims for each offer of the verifier.
    issue_offers: dict[str, str] = field(default_factory=dict)
    verify_offers: list[tuple[Document, list[Document]]] = field(default_factory=list)


def live(services: PatientServices, checks: Checks) -> Life:
    """One user from the installation of a wallet to a revocation."""
    stage = Stage(services, Setting(), checks)
    stage.read_plans()
    life = Life(stage.fresh_wallet(), stage)
    wallet, (plan, other_plan) = life.wallet, (stage.plans[0], stage.plans[-1])

    def go(make: Callable[[], Made]) -> Made:
        services.repeated.clear()
        flow = make()
        flow.run()
        return flow

    def present(*keys: str) -> None:
        flow = go(lambda: stage.presenting(wallet, "subset", *keys))
        life.verify_offers.append((flow.offer, flow.shown))

    def issue(plan: Document, offer: str | None = None) -> Issuing:
        flow = go(lambda: Issuing(wallet, plan, stage.issuer, offer))
        credential = flow.credential["id"]
        life.credentials[credential], life.documents[credential] = "ACTIVE", flow.credential
        if offer:
            life.issue_offers[offer] = credential
        return flow

    go(lambda: Creating(wallet))
    go(lambda: Registering(wallet, "pin", "bio"))
    first = issue(plan)
    issue(other_plan, stage.operators.issue_offer(other_plan["vcPlanId"], stage.issuer)["offerId"])
    present("pin")
    go(lambda: Updating(wallet, wallet.owner().next(bio=new_key())))
    present("bio")
    again = issue(plan)
    # The second credential of a plan revokes the first.
    life.credentials[first.credential["id"]] = "REVOKED"
    did = wallet.owner().did
    stage.operators.set_user_status(did, "DEACTIVATED")
    offer = stage.operators.restore_offer(did)
    go(lambda: Restoring(wallet, offer))
    present("pin")
    go(lambda: Revoking(wallet, again.credential))
    life.credentials[again.credential["id"]] = "REVOKED"
    return life


def live_on(services: PatientServices, checks: Checks, is_over: Event, ended: list[Life], failures: list[str]) -> None:
    """One user after another, until it is over. The last one comes to an end, too."""
    while not is_over.is_set():
        try:
            ended.append(live(services, checks))
        except Exception as error:  # noqa: BLE001 - whatever a killed server makes of a run is the finding
            failures.append(f"{describe(error)} (sent again before: {services.repeated})")
