import HeraldJSON

// Messages of the ledger service, in the form that upstream's documentation describes (did-ledger-service-server 2.0,
// docs/api/LedgerService_API.md). The source code of the same release uses other paths, and bodies such as ``RegisterDidDoc``. The types in
// this file are for messages that follow the documentation.

/// The request to register a DID document or its next version, in the form that upstream's documentation describes.
public struct PrintedLedgerDidDoc: ModelObject {
    /// The DID, if the request replaces a document.
    public var did: String?
    /// The document, in multibase.
    public var didDoc: String
    /// A signature of the document.
    public var signature: String
    /// A nonce that the sender chose.
    public var invokerNonce: String
    public var unknownMembers = UnknownMembers()

    public init(did: String? = nil, didDoc: String, signature: String, invokerNonce: String) {
        self.did = did
        self.didDoc = didDoc
        self.signature = signature
        self.invokerNonce = invokerNonce
    }
}

/// The request to register the metadata of a credential, in the form that upstream's documentation describes.
public struct PrintedLedgerVcMeta: ModelObject {
    /// The credential's id.
    public var vcId: String
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    /// A signature of the metadata.
    public var signature: String
    /// A nonce that the sender chose.
    public var invokerNonce: String
    public var unknownMembers = UnknownMembers()

    public init(vcId: String, vcMeta: String, signature: String, invokerNonce: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
        self.signature = signature
        self.invokerNonce = invokerNonce
    }
}

/// The answer to ``PrintedLedgerDidDoc`` and ``PrintedLedgerVcMeta``.
public struct _PrintedLedgerEntry: ModelObject {
    /// The id of the transaction in the blockchain.
    public var txId: String
    /// The DID that was registered.
    public var did: String?
    /// The id of the credential that was registered.
    public var vcId: String?
    /// The new version of the document.
    public var versionId: String?
    /// The result: `SUCCESS`.
    public var status: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, did: String? = nil, vcId: String? = nil, versionId: String? = nil, status: String) {
        self.txId = txId
        self.did = did
        self.vcId = vcId
        self.versionId = versionId
        self.status = status
    }
}

/// A DID document in the ledger, in the form that upstream's documentation describes.
public struct _PrintedLedgerDidDocState: ModelObject {
    /// The document, in multibase.
    public var didDoc: String
    /// The status: `ACTIVE`.
    public var status: String
    /// The document's version. Unlike in other messages, it has a form such as `v1.0`.
    public var versionId: String
    /// The time of registration (datetime).
    @UTCDatetime public var created: String
    /// The time of the last change (datetime).
    @UTCDatetime public var updated: String
    public var unknownMembers = UnknownMembers()

    public init(didDoc: String, status: String, versionId: String, created: String, updated: String) {
        self.didDoc = didDoc
        self.status = status
        self.versionId = versionId
        self.created = created
        self.updated = updated
    }
}

/// The metadata of a credential in the ledger, in the form that upstream's documentation describes.
public struct _PrintedLedgerVcMetaState: ModelObject {
    /// The credential's id.
    public var vcId: String
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    /// The status: `ACTIVE`.
    public var status: String
    /// The time of registration (datetime).
    @UTCDatetime public var created: String
    public var unknownMembers = UnknownMembers()

    public init(vcId: String, vcMeta: String, status: String, created: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
        self.status = status
        self.created = created
    }
}
