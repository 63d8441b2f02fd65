"""The four apps: how each writes what upstream leaves to it. The signs of the places are in the package's description."""

from __future__ import annotations

import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ..wallet_family.identities import PLAIN, Identity, Style
from . import android_messages, ios_messages
from .languages import Gson, Language, Swift
from .tables import Table

# Android pads base64 (aS1 MultibaseUtils.java:171-173), iOS does not (iS1 Data+Extension.swift:35-43).
PADDED = Style("m", padded=True)


@dataclass(frozen=True)
class App:
    """One app of one release. Each `Style` says in which base a kind of value is written."""

    name: str
    is_ios: bool
    release: int
    language: Language
    tables: Mapping[str, Table]
    # publicKeyMultibase of documents.
    keys: Style
    # proofValue.
    proofs: Style
    # ReqEcdh.publicKey.
    agreement: Style
    # ownerDidDoc and nonce of a SignedDidDoc.
    documents: Style
    # The messages that are encrypted end to end.
    channel: Style
    # The nonce of a wallet token's seed.
    seed: Style
    # The server's token.
    token: Style

    def named(self, owner: Identity) -> int:
        """The version that the app's key URLs name: Android always says 1 (aS1 WalletService.java:456, aS2 WalletService.java:554)."""
        return owner.version if self.is_ios else 1

    def app_id(self) -> str:
        """iA1 Properties.swift:135-153: no letters before it; aA1 CaUtil.java:100-105."""
        month = datetime.now().strftime("%Y%m")
        if self.is_ios:
            return month + "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(11))
        return f"AID{month}a{secrets.token_hex(5)}"

    def message_id(self) -> str:
        """Local time with milliseconds, which fill six digits from the left on iOS and from the right on Android
        (iA1 SDKUtils.swift:145-153, aA1 CaUtil.java:86-92)."""
        now = datetime.now()
        thousandths = f"{now.microsecond // 1000:03}"
        fraction = thousandths + "000" if self.is_ios else "000" + thousandths
        tail = secrets.token_hex(4)
        return now.strftime("%Y%m%d%H%M%S") + fraction + (tail.upper() if self.is_ios else tail)

    def headers(self) -> dict[str, str]:
        """A GET says what it carries too (iS1 CommnunicationClient.swift:31-97, iS2 PublicDefines.swift:27-28,
        aS1 HttpUrlConnectionTask.java:55-56)."""
        if not self.is_ios:
            return {"Content-Type": "application/json", "Accept": "application/json"}
        kind = {"Content-Type": "application/json;charset=utf-8"}
        return kind if self.release == 1 else kind | {"Accept": "application/json"}


def ios(release: int) -> App:
    return App(
        f"iOS {release}", True, release, Swift(), ios_messages.messages(release), keys=PLAIN, proofs=PLAIN, agreement=PLAIN,
        documents=PLAIN, channel=PLAIN, seed=PLAIN, token=Style("m"))


def android(release: int) -> App:
    """Release 1 writes base64 where release 2 writes base58 (aS1 CryptoUtils.java:108, WalletService.java:241;
    aS2 WalletService.java:300-305)."""
    first = PADDED if release == 1 else PLAIN
    return App(
        f"Android {release}", False, release, Gson(), android_messages.messages(release), keys=first, proofs=PADDED, agreement=first,
        documents=first, channel=PADDED, seed=Style("F"), token=PLAIN)


APPS = (ios(1), ios(2), android(1), android(2))
