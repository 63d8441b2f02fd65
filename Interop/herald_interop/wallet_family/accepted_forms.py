"""Other ways to write the same, which services have to take (OpenDID sheet 1.1, 1.3, 1.5, 2.1 to 2.3, 3.3, 6.2, 11.1)."""

from __future__ import annotations

import json
from typing import Any

from ..checks import Checks
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from .creating import Creating
from .identities import Style, new_key
from .issuing import Issuing, Revoking
from .presenting import Presenting
from .registering import Registering, Updating
from .services import Reply
from .stage import Stage
from .wallet import Wallet

STYLES = {
    "base16": Style("f"), "upper-case base16": Style("F"), "base64": Style("m"), "padded base64": Style("m", padded=True), "base64url": Style("u"),
    "padded base64url": Style("u", padded=True), "6 fraction digits": Style(digits=6), "9 fraction digits": Style(digits=9),
    "key URLs without version": Style(versioned=False), "proofs dated nine hours ahead": Style(hours_ahead=9), "high s": Style(high_s=True),
    "lists of one proof": Style(listed=True),
}


def run(stage: Stage, checks: Checks) -> None:
    for name, style in STYLES.items():
        with checks.check(f"{name}: created, registered, issued, presented, updated, revoked"):
            everything(stage, style)
    zeros(stage, checks)
    texts(stage, checks)
    unasked(stage, checks)


def everything(stage: Stage, style: Style) -> None:
    wallet = stage.fresh_wallet()
    wallet.style = style
    Creating(wallet).run()
    Registering(wallet).run()
    issuing = Issuing(wallet, stage.plans[0], stage.issuer)
    issuing.run()
    stage.presenting(wallet).run()
    Updating(wallet, wallet.owner().next(bio=new_key())).run()
    Revoking(wallet, issuing.credential).run()


def zeros(stage: Stage, checks: Checks) -> None:
    """The wallet chooses its key after the services chose theirs, so that it can have the rare case at once."""
    # Services that drop zeros do not understand a wallet that does not.
    for drops in (True,) if stage.setting.tolerant else (False, True):
        how = "dropped, as Java does it" if drops else "kept"
        with checks.check(f"an X that begins with a zero byte, {how}: issued"):
            issuing = stage.issuing()
            issuing.until("request-issue-vc")
            issuing.channel.choose_zero(drops)
            issuing.run()
        with checks.check(f"an X that begins with a zero byte, {how}: presented"):
            presenting = stage.presenting()
            presenting.until("request-verify")
            presenting.channel.choose_zero(drops)
            presenting.run()


def texts(stage: Stage, checks: Checks) -> None:
    def spaced(body: Document) -> bytes:
        return json.dumps(dict(reversed(list(body.items()))), indent=4, ensure_ascii=True).encode()

    with checks.check("bodies with white space, in another order and with escaped letters: issued"):
        flow = stage.issuing()
        flow.send = lambda path, body: stage.services.post(flow.role(path), path, spaced(body))  # type: ignore[method-assign]
        flow.run()
    with checks.check("members that nobody knows, signed and unsigned: issued"):
        flow = stage.issuing()
        plain = flow.wallet.prove
        flow.wallet.prove = lambda document, *use: plain(document | {"xNew": [1, {"b": True, "a": "é"}]}, *use)  # type: ignore[method-assign]

        def send(path: str, body: Document) -> Reply:
            # Ours gives the seed back as it came; deployed servers read it into their model, which drops what it does not know.
            if path == "request-wallet-tokendata" and stage.services.has_operators:
                flow.seed = body | {"xMore": "1"}
            return stage.services.post(flow.role(path), path, body | {"xOuter": None, "xMore": "1"})

        flow.send = send  # type: ignore[method-assign]
        try:
            flow.run()
        finally:
            del flow.wallet.prove
    for prefix in "fzu":
        with checks.check(f"a server token with the prefix {prefix}"):
            flow = stage.issuing()
            flow.until("request-issue-profile")
            flow.server_token = multibase.encode(multibase.decode(flow.server_token), prefix)
            flow.run()


def unasked(stage: Stage, checks: Checks) -> None:
    """Presentations that differ from what this wallet usually makes."""
    def presented(wallet: Wallet, make: Any) -> None:
        flow: Presenting = stage.presenting(wallet)
        flow.until("request-verify")
        reply = flow.send("request-verify", flow.sealed(canonical(make(flow))))
        reply.taken()
        flow.made("request-verify")
        flow.run()

    def all_without_whole(flow: Presenting) -> Document:
        credential = json.loads(canonical(flow.credential()))
        del credential["proof"]["proofValue"]
        return flow.signed(flow.presentation(credential))

    with checks.check("M310: all claims, each with its signature, none over the whole"):
        presented(stage.user(), all_without_whole)
    with checks.check("M310: both keys where one is asked for"):
        presented(stage.user(), lambda flow: flow.signed(flow.presentation(), "pin", "bio"))
    if "two" in stage.setting.services:
        with checks.check("M310: two credentials in one presentation"):
            wallet = stage.newcomer()
            for plan in stage.plans:
                Issuing(wallet, plan, stage.issuer).run()
            stage.presenting(wallet, "two").run()
