"""The gateway: a plain DID only, and nulls as they are."""

from __future__ import annotations

from ..opendid_family.canonical import Document
from .errors import refusal, require
from .http import Routes
from .proofs import is_did
from .world import World, pack, sorted_text


def add_gateway(routes: Routes, world: World) -> None:
    deployment = world.deployment
    is_chain = deployment.ledger == "blockchain"

    def did_document(query: Document) -> Document:
        did = query["did"]
        # V1.0.0 BlockchainServiceImpl.java:107-114 and StorageServiceImpl.java:94-101, V2.0.0 :184-191 and :157-164: before any look-up.
        require(did, refusal("gateway", 300))
        require(is_did(did), refusal("gateway", 301, f"{did} is no plain DID"))
        if not world.ledger.knows(did):
            if is_chain:
                # V1.0.0 BaseBlockChainUtil.java:71-74, V2.0.0 BlockchainServiceImpl.java:81-87.
                raise refusal("gateway", 200, f"{did} is unknown")
            if deployment.is_first:
                raise LookupError(f"{did}: Feign's exception, which nothing catches (V1.0.0 StorageServiceImpl.java:54)")
            # V2.0.0 StorageServiceImpl.java:74-80.
            raise refusal("gateway", 300, f"{did} is unknown")
        return {"didDoc": pack(sorted_text(world.ledger.document(did)).encode())}

    def meta(query: Document) -> Document:
        wanted = query["vcId"]
        found = world.ledger.metas.get(wanted)
        # V1.0.0 BlockchainServiceImpl.java:85-92 and StorageServiceImpl.java:74-81, V2.0.0 BlockchainServiceImpl.java:102-104.
        require(wanted or is_chain, refusal("gateway", 400))
        require(found is not None, refusal("gateway", 401, f"{wanted} is unknown"))
        assert found is not None
        # V1.0.0 StorageServiceImpl.java:83-85 fills one member of two, and the other is written as null.
        is_named = is_chain or not deployment.is_first
        return {"vcId": wanted if is_named else None, "vcMeta": pack(sorted_text(found).encode())}

    routes.get("gateway", "did-doc", did_document, None, "did")
    routes.get("gateway", "vc-meta", meta, None, "vcId")
