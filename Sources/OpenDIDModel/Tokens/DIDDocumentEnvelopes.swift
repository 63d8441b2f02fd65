import HeraldJSON

/// A DID document as the gateway sends it (OpenDID sheet 4.4).
public struct DIDDocVO: ModelObject {
    /// A ``DIDDocument`` in multibase.
    public var didDoc: String
    public var unknownMembers = UnknownMembers()

    public init(didDoc: String) {
        self.didDoc = didDoc
    }
}

/// A device's DID document, attested by the wallet provider (OpenDID sheet 4.4).
public struct AttestedDIDDoc: ModelObject, ProofContainer {
    /// The wallet's id.
    public var walletId: String
    /// The device's ``DIDDocument`` in multibase.
    public var ownerDidDoc: String
    /// The wallet provider.
    public var provider: Provider
    /// A nonce. It may be any text, because some providers send hexadecimal digits without a multibase prefix.
    public var nonce: String
    /// The wallet provider's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(walletId: String, ownerDidDoc: String, provider: Provider, nonce: String, proof: Proof? = nil) {
        self.walletId = walletId
        self.ownerDidDoc = ownerDidDoc
        self.provider = provider
        self.nonce = nonce
        self.proof = proof
    }
}

/// A holder's DID document, signed by the device (OpenDID sheet 4.4).
///
/// OpenDID sheet 4.9, #8: messages and headings of the original text call this type `SignedDidDoc`. OpenDID sheet 4.9, #9: the original
/// declaration calls ``ownerDidDoc`` `ownerDIDDoc`.
public struct SignedDIDDoc: ModelObject, ProofContainer {
    /// The holder's ``DIDDocument`` in multibase.
    public var ownerDidDoc: String
    /// The wallet.
    public var wallet: Wallet
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// The device's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(ownerDidDoc: String, wallet: Wallet, nonce: String, proof: Proof? = nil) {
        self.ownerDidDoc = ownerDidDoc
        self.wallet = wallet
        self.nonce = nonce
        self.proof = proof
    }
}

/// A DID document that the TAS signed for the registry (OpenDID sheet 3.1, 4.4).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public struct InvokedDidDoc: ModelObject, ProofContainer {
    /// A ``DIDDocument`` without proofs, in multibase.
    public var didDoc: String
    /// The TAS.
    public var controller: Provider
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// The TAS's proof with the purpose of capability invocation.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(didDoc: String, controller: Provider, nonce: String, proof: Proof? = nil) {
        self.didDoc = didDoc
        self.controller = controller
        self.nonce = nonce
        self.proof = proof
    }
}
