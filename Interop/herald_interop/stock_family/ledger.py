"""The ledger behind the gateway, with the answers of each kind of ledger for a deactivated DID."""

from __future__ import annotations

from ..foreign_services import ledger
from ..opendid_family.canonical import Document
from .release import Deployment


class Ledger(ledger.Ledger):
    """The documents and statuses of the other family, seen as upstream's ledgers show them."""

    def __init__(self, deployment: Deployment) -> None:
        super().__init__()
        self._is_service = deployment.ledger == "lss"

    def document(self, did: str, version: str | None = None) -> Document:
        """The blockchain marks the document (did-fabric-contract chaincode/data/document.go, SwitchStatus). The ledger service keeps the text
        that was registered, and the mark in a column of its own (did-ledger-service-server V2.0.0 DidServiceImpl.java:157-167,203)."""
        found = super().document(did, version)
        return found | {"deactivated": False} if self._is_service else found

    def is_active(self, did: str) -> bool:
        """The issuer's check (did-issuer-server V1.0.0 BlockChainServiceImpl.java:50-62). A DID that is only deactivated counts as active:
        the blockchain stores that in the document, not in the status (did-fabric-contract chaincode/service/document_service.go)."""
        return self.status(did) in ("ACTIVATED", "DEACTIVATED")
