"""The server of the certified app, the wallet provider, and what every server shows of itself."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from hashlib import sha256

from ..opendid_family.canonical import Document
from ..wallet_family import names
from . import models, requests
from .errors import refusal, require
from .http import Routes
from .proofs import key_proofs_hold
from .world import HAND, World, pack, sorted_text


def pii_of(world: World, user: str | None) -> str:
    """A user with two rows breaks the query (did-ca-server V1.0.0 CasServiceImpl.java:181-195,225)."""
    rows = [pii for known, pii in world.pii if known == user]
    require(rows, refusal("cas", 400, f"the user {user} is unknown"))
    (pii,) = rows
    return pii


def add_app_server(routes: Routes, world: World) -> None:
    cas = world.providers["cas"]

    def attest(request: Document) -> Document:
        # did-ca-server V1.0.0 CasServiceImpl.java:113-132: versioned key URL, `m`.
        return signed({"appId": request["appId"]})

    def token_data(seed: Document) -> Document:
        # :75-95 and :224-231: the hash of the user's data is base58, alone among this server's values.
        hashed = pack(sha256(pii_of(world, seed.get("userId")).encode()).digest(), "z")
        return signed({"seed": seed, "sha256_pii": hashed})

    def signed(members: Document) -> Document:
        return world.sign("cas", members | {"provider": cas.reference(), "nonce": world.nonce()}, "assert", "assertionMethod", HAND)

    def save(request: Document) -> None:
        """200 and nothing else (did-ca-server V1.0.0 CasController.java:67-70)."""
        user, pii = request["userId"], request["pii"]
        require(len(user) <= 50 and len(pii) <= 64, refusal("cas", 802, "the columns are shorter"))
        world.pii.append((user, pii))

    shapes = requests.CAS
    routes.post("cas", "request-attested-appinfo", shapes["request-attested-appinfo"], attest, 801)
    routes.post("cas", "request-wallet-tokendata", shapes["request-wallet-tokendata"], token_data, 800)
    routes.post("cas", "save-user-info", shapes["save-user-info"], save, 802, valid=False)
    routes.post("cas", "retrieve-pii", shapes["retrieve-pii"], lambda request: {"pii": pii_of(world, request.get("userId"))}, 803, valid=False)


def add_wallet_provider(routes: Routes, world: World) -> None:
    provider = world.providers["wallet"]

    def attest(body: Document) -> Document:
        """The body is the bare document (did-wallet-server V1.0.0 WalletController.java:46-47, WalletServiceImpl.java:64-91). Proofs that do not
        hold are 00203 (:170-178, V2.0.0 :184-192); 00304 is thrown by BaseCoreDidUtil.java:119-129 only, which nothing calls."""
        try:
            document = models.did_document(json.dumps(body))
        except models.Violation as error:
            raise refusal("wallet", 103, str(error)) from error
        require(key_proofs_hold(document), refusal("wallet", 203, "a key of the document is not proven"))
        attested = world.sign("wallet", {
            # WalletServiceImpl.java:140: base64url. RandomUtil.java:94-96: bare hexadecimal digits.
            "walletId": names.wallet_id(), "ownerDidDoc": pack(sorted_text(document).encode(), "u"), "provider": provider.reference(),
            "nonce": os.urandom(16).hex(),
        }, "assert", "assertionMethod", HAND)
        # SignatureService.java:77-84: one more member, which is not signed.
        return attested | {"did": provider.identity.did}

    routes.post("wallet", "request-sign-wallet", None, attest, 103)


def add_certificates(routes: Routes, world: World) -> None:
    """A String from each server (did-ta-server V1.0.0 VcController.java:142-148, VcServiceImpl.java:862-876)."""
    for name, provider in world.providers.items():
        routes.get(name, "certificate-vc", lambda _, provider=provider: sorted_text(provider.certificate))


# The trust agent's documents have no version in their key URLs, and two of them are hashed once too often: EcdhServiceImpl.java:391,398-401
# and TokenServiceImpl.java:521,528-531 hash before the wallet does (did-ta-server V1.0.0).
AGENT = replace(HAND, versioned=False, hashes_twice=True)
# The issuer's profile has no version either (did-issuer-server V1.0.0 IssueServiceBase.java:762).
ISSUER = replace(HAND, versioned=False)
# Signature and key of the verifier are base58, its nonce is not (did-verifier-server V1.0.0 VerifierServiceImpl.java:612,668,756).
VERIFIER = replace(HAND, prefix="z")
