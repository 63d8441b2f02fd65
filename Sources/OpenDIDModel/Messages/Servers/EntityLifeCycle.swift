import HeraldJSON

// Messages of release 2 between a server and the trust agent (`/tas/admin/v1`, `/list/admin/v1` and the consoles of the servers). The
// server first registers itself and then requests its certificate. The trust agent sends the result to the server.

/// The request that makes a server get its certificate from the trust agent. The body is empty.
public struct IssueCertificateVc: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}

/// The answer to ``IssueCertificateVc``: an empty object.
public struct _IssueCertificateVc: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}

/// A server's request to the trust agent to register its DID document (`entities/register-did/public`).
public struct RegisterDidToTas: ModelObject {
    /// The document with the proofs of its keys, in multibase.
    public var didDoc: String
    /// The server's name for people.
    public var name: String
    /// The server's role.
    public var role: RoleTypeEnum
    /// The server's URL.
    public var serverUrl: String
    /// The URL of the server's certificate.
    public var certificateUrl: String
    public var unknownMembers = UnknownMembers()

    public init(didDoc: String, name: String, role: RoleTypeEnum, serverUrl: String, certificateUrl: String) {
        self.didDoc = didDoc
        self.name = name
        self.role = role
        self.serverUrl = serverUrl
        self.certificateUrl = certificateUrl
    }
}

/// The trust agent's answer with the state of a server's registration (`entities/request-status?did=`).
public struct _RequestEntityStatus: ModelObject {
    /// The state: `NOT_REGISTERED`, `DID_DOCUMENT_REQUIRED`, `CERTIFICATE_VC_REQUIRED` or `COMPLETED`.
    public var status: String
    public var unknownMembers = UnknownMembers()

    public init(status: String) { self.status = status }
}

/// The message with which the trust agent sends a server its certificate.
public struct SendCertificateVc: ModelObject {
    /// The certificate credential as text.
    public var certificateVc: String
    public var unknownMembers = UnknownMembers()

    public init(certificateVc: String) { self.certificateVc = certificateVc }
}

/// The message with which the trust agent sends a server its registered data.
public struct SendEntityInfo: ModelObject {
    /// The server's DID.
    public var did: String
    /// The server's name for people.
    public var name: String
    /// The server's URL.
    public var serverUrl: String
    /// The URL of the server's certificate.
    public var certificateUrl: String
    public var unknownMembers = UnknownMembers()

    public init(did: String, name: String, serverUrl: String, certificateUrl: String) {
        self.did = did
        self.name = name
        self.serverUrl = serverUrl
        self.certificateUrl = certificateUrl
    }
}

/// An issuer's request to the list provider to publish a schema (`vc-schemas/public`).
public struct PublishVcSchema: ModelObject {
    /// A ``VCSchema`` in multibase.
    public var vcSchema: String
    /// The issuer's DID.
    public var issuerDid: String
    public var unknownMembers = UnknownMembers()

    public init(vcSchema: String, issuerDid: String) {
        self.vcSchema = vcSchema
        self.issuerDid = issuerDid
    }
}

/// An issuer's request to the list provider to publish a plan (`vc-plans/public`).
public struct PublishVcPlan: ModelObject {
    /// A ``VCPlan`` in multibase.
    public var vcPlan: String
    /// The issuer's DID.
    public var issuerDid: String
    public var unknownMembers = UnknownMembers()

    public init(vcPlan: String, issuerDid: String) {
        self.vcPlan = vcPlan
        self.issuerDid = issuerDid
    }
}
