import HeraldJSON

/// The first request of a provider that asks to be enrolled (OpenDID sheet 5.12).
public struct ProposeEnrollEntity: ModelObject {
    /// The message's id.
    public var id: String
    public var unknownMembers = UnknownMembers()

    public init(id: String) { self.id = id }
}

/// The answer to ``ProposeEnrollEntity``.
public struct _ProposeEnrollEntity: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The nonce that the client repeats in a ``DIDAuth`` (16 bytes, multibase).
    public var authNonce: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, authNonce: String) {
        self.txId = txId
        self.authNonce = authNonce
    }
}

/// The request with which a provider proves that it controls its DID (OpenDID sheet 5.12).
public struct RequestEnrollEntity: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The proof that the server controls its DID.
    public var didAuth: DIDAuth
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, didAuth: DIDAuth) {
        self.id = id
        self.txId = txId
        self.didAuth = didAuth
    }
}

/// The answer to ``RequestEnrollEntity``: the certificate, encrypted with the session's key.
public struct _RequestEnrollEntity: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The initialisation vector (16 bytes, multibase).
    public var iv: String
    /// The certificate credential, encrypted, in multibase.
    public var encVc: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, iv: String, encVc: String) {
        self.txId = txId
        self.iv = iv
        self.encVc = encVc
    }
}

/// The last request of an enrolment: the provider has stored its certificate (OpenDID sheet 5.12).
public struct ConfirmEnrollEntity: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The id of the certificate credential.
    public var vcId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, vcId: String) {
        self.id = id
        self.txId = txId
        self.vcId = vcId
    }
}

/// The answer to ``ConfirmEnrollEntity``.
public struct _ConfirmEnrollEntity: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) { self.txId = txId }
}

/// The request with which upstream's operator makes the trust agent enrol itself (OpenDID sheet 5.12). Upstream requires a password in the
/// request. Herald's trust agent requires the operator's token instead.
public struct RequestEnrollTas: ModelObject {
    /// The message's id.
    public var id: String
    /// The operator's password.
    public var request: Credential?
    public var unknownMembers = UnknownMembers()

    public init(id: String, request: Credential? = nil) {
        self.id = id
        self.request = request
    }

    /// The object in the request that contains the operator's password.
    public struct Credential: ModelObject, CustomReflectable {
        /// The password that the operator set.
        public var password: String
        public var unknownMembers = UnknownMembers()

        public init(password: String) { self.password = password }

        /// An empty mirror, so that `dump` does not show the password.
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }
}

/// The answer to ``RequestEnrollTas``.
public struct _RequestEnrollTas: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The URL of the trust agent's certificate.
    public var certVcRef: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, certVcRef: String) {
        self.txId = txId
        self.certVcRef = certVcRef
    }
}
