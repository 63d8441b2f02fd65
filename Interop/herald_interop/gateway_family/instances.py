"""Two gateways on one database: any of them finishes what another has begun."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from ..checks import Checks, expect_equal
from ..eth_family.login import ClientAPI, admitted, body_of, known_wallet, new_wallet
from ..plainhttp import call, segment
from .differences import ASKS_FOR_PROOFS
from .members import ROOT, SDN, Member, asked_to_sign, signed


def run(first: ClientAPI, second: ClientAPI, checks: Checks) -> None:
    with checks.check("a challenge of one gateway is answered at the other"):
        for asks, answers in ((first, second), (second, first)):
            wallet = new_wallet()
            admitted(asks, answers.login(body_of(asks.challenge(address=wallet.lower), wallet)), wallet)

    with checks.check("a challenge that both get at once lets in exactly one"):
        wallet = known_wallet(first)
        body = body_of(first.challenge(address=wallet.lower), wallet)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda n: (first, second)[n % 2].login(body), range(8)))
        expect_equal(sorted(a.status for a in answers), [200] + [403] * 7, "status codes")

    with checks.check("what one gateway stores, the other gives"):
        here = Member(first)
        there = Member(second, here.wallet)
        here.do("PUT", f"profile/{segment(here.user_id)}/signature", {"signature": "both sides"}, SDN)
        expect_equal(there.do("GET", f"profile/{segment(here.user_id)}/signature", root=SDN)["signature"], "both sides", "signature")

    if not ASKS_FOR_PROOFS:
        return
    with checks.check("a proof that one gateway asks for is accepted by the other, once"):
        here = Member(first)
        stranger, other = Member(second, here.wallet), here.another_device()
        path = f"devices/{segment(other.device)}"
        session, params = asked_to_sign(here.ask("DELETE", path, {}), "delete without a proof")
        proof = {"auth": signed(session, params, here.wallet)}
        # A proof is for the session that asked for it, even if another session is the same user's.
        stranger.ask("DELETE", path, proof).refused("delete with another session's proof", (401, "M_FORBIDDEN"), (403, "M_FORBIDDEN"))
        call(second.base, "DELETE", f"{ROOT}/{path}", proof, token=here.token).ok("delete at the other gateway")
        other.ask("GET", "account/whoami").refused("the device afterwards", (401, "M_UNKNOWN_TOKEN"))
