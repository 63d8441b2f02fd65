"""The list provider, which is part of the trust agent's server."""

from __future__ import annotations

import json
from typing import Any

from ..opendid_family.canonical import Document
from . import plans
from .errors import require, tas
from .http import Routes
from .world import APP_PACKAGE, WALLET_PACKAGE, World


def listed(items: list[Any]) -> Document:
    return {"count": len(items), "items": items}


def add_lists(routes: Routes, world: World) -> None:
    is_first, domain = world.deployment.is_first, world.providers["issuer"].domain

    def apps(query: Document) -> Document:
        """An unknown wallet has an empty list (did-ta-server V1.0.0 ListService:59-124), and in the second release 19502 with 500."""
        is_known = query["wallet"] == WALLET_PACKAGE
        require(is_known or is_first, tas(19502))
        return listed([APP_PACKAGE] if is_known else [])

    def shown(*wanted: bool) -> list[Document]:
        return [plans.listed(plan, domain, is_first) for plan in plans.PLANS.values() if plan.by_issuer in wanted]

    def one(query: Document) -> Document:
        """The bare plan (VcPlanResSerializer.java); an unknown one is meant to be 18501, and is 19501 with 500 (ListService:142-146)."""
        plan = plans.PLANS.get(query["id"])
        require(plan, tas(19501))
        assert plan is not None
        return plans.listed(plan, domain, is_first)

    def schemas(_: Document) -> Document:
        """Names as Jackson sees them, without the `@` (ListVcSchemaDto, stored version 1527053)."""
        texts = [json.loads(plans.schema(plan, domain)) for plan in plans.PLANS.values()]
        bare = [{name.removeprefix("@"): value for name, value in text.items()} for text in texts]
        return {"count": len(bare), "vcSchemaList": [
            {
                "schemaId": schema["id"], "issuerDid": "did:omn:issuer", "issuerName": "issuer", "title": schema["title"],
                "description": schema["description"], "vcSchema": schema,
            }
            for schema in bare
        ]}

    routes.get("list", "allowed-ca/list", apps, 19502, "wallet")
    routes.get("list", "vcplan", one, 19501, "id")
    if is_first:
        # Every plan, whichever side starts it (ListVcController.java:47-70; no tags are requested, so all plans match).
        routes.get("list", "vcplan/list", lambda _: listed(shown(True, False)))
        return
    # The second release has a list for each side (ListVcController, stored version aeac28e).
    routes.get("list", "vcplan/list", lambda _: listed(shown(False)))
    routes.get("list", "vcplan/list/issuer", lambda _: listed(shown(True)))
    routes.get("list", "vcschema/list", schemas)


def certificate_schema(world: World) -> str:
    """The file, as it is (did-ta-server V1.0.0 sample/data/schema/schema-certificate.json, VcServiceImpl.java:892-916)."""
    items = [{"id": name, "caption": name, "type": "text", "format": "plain"} for name in ("subject", "role")]
    return json.dumps({
        "@id": f"{world.providers['tas'].domain}/api/v1/vc-schema?name=certificate", "@schema": "https://opendid.org/schema/vc.osd",
        "title": "OpenDID Certificate Verifiable Credential", "description": "VC-formatted OpenDID enrollment certificate.",
        "metadata": {"language": "ko", "formatVersion": "1.0"},
        "credentialSubject": {"claims": [
            {"namespace": {"id": "org.opendid.v1", "name": "OpenDID - Certificate Verifiable Credential"}, "items": items},
        ]},
    }, indent=2)
