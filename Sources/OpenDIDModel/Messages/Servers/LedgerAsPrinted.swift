import HeraldJSON

// The ledger service as upstream's document prints it (did-ledger-service-server 2.0, docs/api/LedgerService_API.md). The source of the
// same release has other paths and the bodies of ``RegisterDidDoc`` and its neighbours; these types read what follows the document.

/// Enters a DID document or its next version, as printed.
public struct PrintedLedgerDidDoc: ModelObject {
    /// The DID, where a document is replaced.
    public var did: String?
    /// The document, in multibase.
    public var didDoc: String
    /// A signature of the document.
    public var signature: String
    /// A text that the sender uses once.
    public var invokerNonce: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String? = nil, didDoc: String, signature: String, invokerNonce: String) {
        self.did = did
        self.didDoc = didDoc
        self.signature = signature
        self.invokerNonce = invokerNonce
    }
}

/// Enters the meta data of a credential, as printed.
public struct PrintedLedgerVcMeta: ModelObject {
    /// The credential.
    public var vcId: String
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    /// A signature of the meta data.
    public var signature: String
    /// A text that the sender uses once.
    public var invokerNonce: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcId: String, vcMeta: String, signature: String, invokerNonce: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
        self.signature = signature
        self.invokerNonce = invokerNonce
    }
}

/// The answer to ``PrintedLedgerDidDoc`` and ``PrintedLedgerVcMeta``.
public struct _PrintedLedgerEntry: ModelObject {
    /// The transaction of the chain.
    public var txId: String
    /// The DID that was entered.
    public var did: String?
    /// The credential that was entered.
    public var vcId: String?
    /// The version that the document has now.
    public var versionId: String?
    /// `SUCCESS`.
    public var status: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, did: String? = nil, vcId: String? = nil, versionId: String? = nil, status: String) {
        self.txId = txId
        self.did = did
        self.vcId = vcId
        self.versionId = versionId
        self.status = status
    }
}

/// A DID document that the ledger has, as printed.
public struct _PrintedLedgerDidDocState: ModelObject {
    /// The document, in multibase.
    public var didDoc: String
    /// `ACTIVE`.
    public var status: String
    /// The document's version, in a form of the document's own such as `v1.0`.
    public var versionId: String
    /// When it was entered (datetime).
    @UTCDatetime public var created: String
    /// When it was changed last (datetime).
    @UTCDatetime public var updated: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(didDoc: String, status: String, versionId: String, created: String, updated: String) {
        self.didDoc = didDoc
        self.status = status
        self.versionId = versionId
        self.created = created
        self.updated = updated
    }
}

/// Meta data of a credential that the ledger has, as printed.
public struct _PrintedLedgerVcMetaState: ModelObject {
    /// The credential.
    public var vcId: String
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    /// `ACTIVE`.
    public var status: String
    /// When it was entered (datetime).
    @UTCDatetime public var created: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcId: String, vcMeta: String, status: String, created: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
        self.status = status
        self.created = created
    }
}
