"""The server of the certified app, the wallet provider, the gateway and the lists (OpenDID sheet 5.2, 5.4, 6.4)."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

from ..opendid_family.canonical import Document, canonical
from ..wallet_family import names
from ..wallet_family.identities import packed
from . import plans
from .faults import Fault, check, require
from .server import Routes
from .world import CERTIFICATE_SCHEMA, PACKAGE, World, schema_document


def add_certificates(routes: Routes, world: World) -> None:
    for role, provider in world.providers.items():
        routes.get(role, "certificate-vc", lambda _, provider=provider: provider.certificate)


def add_cas(routes: Routes, world: World) -> None:
    cas = world.providers["cas"]

    def attest_app(request: Document) -> Document:
        info = {"appId": request["appId"], "provider": cas.reference(), "nonce": world.nonce("cas")}
        return world.sign("attestedAppInfo", "cas", info)

    def token_data(seed: Document) -> Document:
        pii = world.pii.get(seed.get("userId", ""))
        require(pii is not None, Fault("SCRVCFA00400", "the user is unknown"))
        assert pii is not None
        kept = {name: seed[name] for name in ("purpose", "pkgName", "nonce", "validUntil", "userId")}
        data = {"seed": kept, "sha256_pii": world.pack("cas", sha256(pii.encode()).digest()), "provider": cas.reference(), "nonce": world.nonce("cas")}
        return world.sign("walletTokenData", "cas", data)

    def save_user(request: Document) -> Document:
        world.pii[request["userId"]] = request["pii"]
        return {}

    def retrieve(request: Document) -> Document:
        require(request["userId"] in world.pii, Fault("SCRVCFA00400", "the user is unknown"))
        return {"pii": world.pii[request["userId"]]}

    routes.post("cas", "request-attested-appinfo", attest_app, "appId")
    routes.post("cas", "request-wallet-tokendata", token_data, "purpose", "pkgName", "nonce", "validUntil")
    routes.post("cas", "save-user-info", save_user, "userId", "pii")
    routes.post("cas", "retrieve-pii", retrieve, "userId")


def add_wallet_provider(routes: Routes, world: World) -> None:
    provider = world.providers["wallet"]

    def attest(document: Document) -> Document:
        check(document, "deviceDIDDocument", world.ledger, Fault("SSRVWLT00203", "the keys of the document are not proven"))
        odd = world.habits.attestation
        attested = world.sign("attestedDIDDoc", "wallet", {
            "walletId": names.wallet_id(), "ownerDidDoc": packed(document, provider.hand.style()), "provider": provider.reference(),
            "nonce": token_hex(16) if odd else world.nonce("wallet"),
        })
        return attested | ({"did": provider.identity.did} if odd else {})

    routes.post("wallet", "request-sign-wallet", attest, "id", "verificationMethod")


def add_gateway(routes: Routes, world: World) -> None:
    def did_document(query: Document) -> Document:
        did, _, version = query["did"].partition("?versionId=")
        require(did.startswith("did:"), Fault("SSRVAGW00300", "not a DID"))
        try:
            document = world.ledger.document(did, version or None)
        except LookupError as error:
            raise Fault("SSRVAGW00301", "the DID is unknown") from error
        return {"didDoc": world.pack("tas", canonical(document))}

    def meta(query: Document) -> Document:
        found = world.ledger.metas.get(query["vcId"])
        require(found, Fault("SSRVAGW00401", "the credential is unknown"))
        assert found is not None
        return {"vcId": query["vcId"], "vcMeta": world.pack("tas", canonical(found))}

    routes.get("gateway", "did-doc", did_document, "did")
    routes.get("gateway", "vc-meta", meta, "vcId")


def add_lists(routes: Routes, world: World) -> None:
    def listed(items: list[Document] | list[str]) -> Document:
        return {"count": len(items), "items": items}

    def one(query: Document) -> Document:
        found = plans.PLANS.get(query["id"])
        require(found, Fault("SSRVTRA18501", "the plan is unknown"))
        assert found is not None
        return plans.wire_form(found, world)

    def certificate_schema(_: Document) -> Document:
        items = [{"id": item, "caption": item, "type": "text", "format": "plain"} for item in ("subject", "role")]
        space = {"id": "org.opendid.v1", "name": "Certificate"}
        return schema_document(world, "tas", f"vc-schema?name={CERTIFICATE_SCHEMA}", "Certificate", space, items)

    routes.get("list", "allowed-ca/list", lambda _: listed([PACKAGE]), "wallet")
    routes.get("list", "vcplan/list", lambda _: listed([plans.wire_form(plan, world) for plan in plans.PLANS.values()]))
    routes.get("list", "vcplan", one, "id")
    routes.get("tas", "vc-schema", certificate_schema, "name")
