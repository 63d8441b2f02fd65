"""The upstream release of the servers, and the settings of their operator."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Release(IntEnum):
    """Upstream's tags V1.0.0 and V2.0.0."""

    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class Deployment:
    """One installation. What is not named here is as upstream ships it.

    `ledger` is the gateway's Spring profile: `blockchain` of both releases, `repository` of the first, `lss` of the second
    (did-api-server V1.0.0 BlockchainServiceImpl.java:42 and StorageServiceImpl.java:39, V2.0.0 BlockchainServiceImpl.java:49 and
    StorageServiceImpl.java:48). The ciphers are settings too: of the trust agent (did-ta-server V1.0.0 application-tas.yml, cipher-type),
    of each issue profile (did-issuer-server V1.0.0 application-issue.yml, req-e2e) and of each policy (did-verifier-server V1.0.0
    vpPolicy/*.json, reqE2e; V2.0.0 VerifierServiceImpl.java:1262-1264, from the database).
    """

    release: Release
    ledger: str = "blockchain"
    session_cipher: str = "AES-256-CBC"
    issue_cipher: str = "AES-256-CBC"
    verify_cipher: str = "AES-256-CBC"
    padding: str = "PKCS5"
    # True if every X of the trust agent begins with a zero byte, which upstream drops. Otherwise that happens once in 256 times.
    unlucky: bool = False
    # True if the trust agent asks this app server about users (did-ta-server V1.0.0 application.yml, kyc.url), and not one that knows no user.
    asks_app_server: bool = True

    @property
    def is_first(self) -> bool:
        return self.release is Release.ONE
