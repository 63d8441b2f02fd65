import HeraldJSON

/// The request of M310 for the verifier's profile (OpenDID sheet 4.3, 5.8).
///
/// OpenDID sheet 4.9, #36: ``txId`` is optional, because the app has none after scanning a printed QR code.
public struct RequestProfile: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String?
    /// The offer's id.
    public var offerId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String? = nil, offerId: String) {
        self.id = id
        self.txId = txId
        self.offerId = offerId
    }
}

/// The answer to ``RequestProfile``.
public struct _RequestProfile: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The profile.
    public var profile: VerifyProfile
    public var unknownMembers = UnknownMembers()

    public init(txId: String, profile: VerifyProfile) {
        self.txId = txId
        self.profile = profile
    }
}

/// The request of M310 with which the wallet sends its presentation (OpenDID sheet 4.3, 5.8).
///
/// OpenDID sheet 4.9, #36: ``txId`` may be absent. The server then opens a transaction.
public struct RequestVerify: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String?
    /// The holder's parameters for the encrypted channel.
    public var accE2e: AccE2e
    /// The encrypted ``VerifiablePresentation``, in multibase.
    public var encVp: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String? = nil, accE2e: AccE2e, encVp: String) {
        self.id = id
        self.txId = txId
        self.accE2e = accE2e
        self.encVp = encVp
    }
}

/// The answer to ``RequestVerify``.
public struct _RequestVerify: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}
