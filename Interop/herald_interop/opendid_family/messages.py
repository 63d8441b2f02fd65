"""The signer, key and purpose for each kind of document (OpenDID sheet 2.5), written from the sheet and not from our code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from . import documents
from .actors import Actor
from .canonical import Document

Make = Callable[[Random, dict[str, Actor]], Document]
ASSERTION = "assertionMethod"


@dataclass(frozen=True)
class Message:
    """A kind of signed document. `name` is what Herald calls the kind, `type` the type of the model."""

    name: str
    type: str
    actor: str
    make: Make | None
    path: tuple[str, ...] = ()
    purposes: tuple[str, ...] = (ASSERTION,)
    keys: tuple[str, ...] = ("assert",)
    several: bool = False
    own_keys: bool = False

    @property
    def needs_current_key(self) -> bool:
        """True if the signing key must be in force now. A DID document contains its keys, and a credential outlives the key that signed it."""
        return not self.own_keys and self.type != "VerifiableCredential"

    @property
    def names_signer(self) -> bool:
        return bool(self.path)


HOLDER = ("pin", "bio")
AGREEMENT = {"purposes": ("keyAgreement",), "keys": ("keyagree",)}
DID_DOCUMENT = {"path": ("id",), "several": True, "own_keys": True}

MESSAGES = (
    Message("deviceDIDDocument", "DIDDocument", "", None, purposes=(ASSERTION, "authentication"), keys=("assert", "auth"), **DID_DOCUMENT),
    Message("holderDIDDocument", "DIDDocument", "", None, keys=HOLDER, **DID_DOCUMENT),
    Message("providerDIDDocument", "DIDDocument", "", None, purposes=(ASSERTION, "authentication", "capabilityInvocation"),
            keys=("assert", "auth", "invoke"), **DID_DOCUMENT),
    Message("attestedDIDDoc", "AttestedDIDDoc", "wallet", documents.attested_did_doc, ("provider", "did")),
    Message("signedWalletInfo", "SignedWalletInfo", "device", documents.signed_wallet_info, ("wallet", "did")),
    Message("signedDIDDoc", "SignedDIDDoc", "device", documents.signed_did_doc, ("wallet", "did")),
    Message("invokedDidDoc", "InvokedDidDoc", "tas", documents.invoked_did_doc, ("controller", "did"),
            purposes=("capabilityInvocation",), keys=("invoke",)),
    Message("attestedAppInfo", "AttestedAppInfo", "cas", documents.attested_app_info, ("provider", "did")),
    Message("walletTokenData", "WalletTokenData", "cas", documents.wallet_token_data, ("provider", "did")),
    Message("serverTokenData", "ServerTokenData", "tas", documents.server_token_data, ("provider", "did")),
    Message("reqEcdh", "ReqEcdh", "holder", documents.req_ecdh, ("client",), **AGREEMENT),
    Message("accEcdh", "AccEcdh", "tas", documents.acc_ecdh, ("server",), **AGREEMENT),
    Message("reqE2e", "ReqE2e", "verifier", documents.req_e2e, **AGREEMENT),
    Message("accE2e", "AccE2e", "holder", documents.acc_e2e, **AGREEMENT),
    Message("didAuth", "DIDAuth", "holder", documents.user_did_auth, ("did",), purposes=("authentication",), keys=HOLDER),
    Message("providerDIDAuth", "DIDAuth", "issuer", documents.provider_did_auth, ("did",), purposes=("authentication",), keys=("auth",)),
    Message("issueProfile", "IssueProfile", "issuer", documents.issue_profile, ("profile", "issuer", "did")),
    Message("verifyProfile", "VerifyProfile", "verifier", documents.verify_profile, ("profile", "verifier", "did")),
    Message("credential", "VerifiableCredential", "issuer", documents.credential, ("issuer", "id")),
    Message("presentedCredential", "VerifiableCredential", "issuer", documents.credential, ("issuer", "id")),
    Message("presentation", "VerifiablePresentation", "holder", None, ("holder",), keys=HOLDER, several=True),
    Message("reqRevokeVc", "ReqRevokeVc", "holder", documents.req_revoke_vc, keys=HOLDER, several=True),
)


@dataclass(frozen=True)
class Use:
    """One proof to be made: key name and purpose."""

    actor: Actor
    key: str
    purpose: str
    method: str


@dataclass(frozen=True)
class Unsigned:
    """A document, and the proofs it is to get."""

    message: Message
    document: Document
    uses: tuple[Use, ...]
    signer: str


def make(message: Message, random: Random, cast: dict[str, Actor], credentials: list[Document]) -> Unsigned:
    """A random document of a kind."""
    if message.own_keys:
        return did_document(message, random)
    actor = cast[message.actor]
    if message.name == "presentation":
        document = documents.presentation(random, cast, credentials)
    else:
        assert message.make is not None
        document = message.make(random, cast)
    names = [random.choice(message.keys)]
    if message.several and random.random() < 0.5:
        names = list(message.keys)
    # Some servers leave the version out of the key URL (OpenDID sheet 1.5).
    versioned = random.random() < 0.8
    uses = tuple(Use(actor, name, message.purposes[0], actor.method(name, versioned)) for name in names)
    return Unsigned(message, document, uses, actor.did)


def did_document(message: Message, random: Random) -> Unsigned:
    if message.name == "holderDIDDocument":
        provable = random.choice((["pin"], ["pin", "bio"], ["bio"]))
        names, needed = ["keyagree", *provable], [(name, ASSERTION) for name in provable]
    elif message.name == "deviceDIDDocument":
        names, needed = ["assert", "auth", "keyagree"], [("assert", ASSERTION), ("auth", "authentication")]
    else:
        extra = random.choice(([], ["invoke"]))
        names = ["assert", "auth", "keyagree", *extra]
        needed = [("assert", ASSERTION), ("auth", "authentication"), *[("invoke", "capabilityInvocation") for _ in extra]]
    document, actor = documents.own_did_document(random, names)
    return Unsigned(message, document, tuple(Use(actor, name, purpose, actor.method(name)) for name, purpose in needed), actor.did)
