import HeraldJSON

/// The first request of M210: a holder asks for a credential (OpenDID sheet 4.3, 5.7).
public struct ProposeIssueVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    /// The id of the offer that the holder answers, if any.
    public var offerId: String?
    public var unknownMembers = UnknownMembers()

    public init(id: String, vcPlanId: String, issuer: String, offerId: String? = nil) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.offerId = offerId
    }
}

/// The answer to ``ProposeIssueVc``.
public struct _ProposeIssueVc: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The issuer's reference.
    public var refId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, refId: String) {
        self.txId = txId
        self.refId = refId
    }
}

/// The request of M210 for the issuer's profile (OpenDID sheet 4.3, 5.7).
public struct RequestIssueProfile: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
    }
}

/// The answer to ``RequestIssueProfile``.
public struct _RequestIssueProfile: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The nonce that the client repeats in a ``DIDAuth`` (16 bytes, multibase).
    public var authNonce: String
    /// The profile.
    public var profile: IssueProfile
    public var unknownMembers = UnknownMembers()

    public init(txId: String, authNonce: String, profile: IssueProfile) {
        self.txId = txId
        self.authNonce = authNonce
        self.profile = profile
    }
}

/// The request of M210 for the credential (OpenDID sheet 4.3, 5.7).
public struct RequestIssueVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    /// The proof that the holder controls its DID.
    public var didAuth: DIDAuth
    /// The holder's parameters for the encrypted channel.
    public var accE2e: AccE2e
    /// The encrypted ``ReqVC``, in multibase.
    public var encReqVc: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String, didAuth: DIDAuth, accE2e: AccE2e, encReqVc: String) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.didAuth = didAuth
        self.accE2e = accE2e
        self.encReqVc = encReqVc
    }
}

/// The answer to ``RequestIssueVc``.
public struct _RequestIssueVc: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The encrypted credential.
    public var e2e: E2E
    public var unknownMembers = UnknownMembers()

    public init(txId: String, e2e: E2E) {
        self.txId = txId
        self.e2e = e2e
    }
}

/// The last request of M210: the wallet has stored the credential (OpenDID sheet 4.3, 5.7).
public struct ConfirmIssueVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    /// The credential's id.
    public var vcId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String, vcId: String) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.vcId = vcId
    }
}

/// The answer to ``ConfirmIssueVc``.
public struct _ConfirmIssueVc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}
