"""DID documents with history and status, and the stored status of credentials (OpenDID sheet 3.1 and 3.6)."""

from __future__ import annotations

from ..opendid_family.canonical import Document

MOVES = {
    "ACTIVATED": {"DEACTIVATED", "REVOKED"}, "DEACTIVATED": {"ACTIVATED", "REVOKED"}, "REVOKED": {"TERMINATED"}, "TERMINATED": set[str](),
}


class Ledger:
    """The DID documents and credential status that the gateway shows and every service trusts."""

    def __init__(self) -> None:
        self._versions: dict[str, list[Document]] = {}
        self._statuses: dict[str, str] = {}
        self.metas: dict[str, Document] = {}

    def register(self, document: Document) -> None:
        """A new DID, or the next version of a known one."""
        bare = {name: member for name, member in document.items() if name not in ("proof", "proofs")}
        known = self._versions.setdefault(bare["id"], [])
        if int(bare["versionId"]) != len(known) + 1:
            raise ValueError("a document has to follow on the newest version")
        known.append(bare)
        self._statuses.setdefault(bare["id"], "ACTIVATED")

    def set_status(self, did: str, status: str) -> None:
        if status not in MOVES[self._statuses[did]]:
            raise ValueError(f"{self._statuses[did]} does not become {status}")
        self._statuses[did] = status
        self._versions[did][-1] = self._versions[did][-1] | {"deactivated": status != "ACTIVATED"}

    def status(self, did: str) -> str | None:
        return self._statuses.get(did)

    def document(self, did: str, version: str | None = None) -> Document:
        """A version, or the newest one; LookupError when there is none."""
        return [document for document in self._versions[did] if version in (None, document["versionId"])][-1]

    def knows(self, did: str) -> bool:
        return did in self._versions


class StillReadable(Ledger):
    """The same ledger for a reader that accepts the keys of a deactivated DID, as a restore must (OpenDID sheet 5.10)."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def status(self, did: str) -> str | None:
        status = self._ledger.status(did)
        return "ACTIVATED" if status == "DEACTIVATED" else status

    def document(self, did: str, version: str | None = None) -> Document:
        return self._ledger.document(did, version) | {"deactivated": False}
