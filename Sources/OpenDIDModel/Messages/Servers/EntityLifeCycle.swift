import HeraldJSON

// How a server of release 2 makes itself known to the trust agent before it asks for its certificate, and what the trust agent sends it
// (`/tas/admin/v1`, `/list/admin/v1` and the consoles of the servers).

/// Tells a server to fetch its certificate from the trust agent; the body is empty.
public struct IssueCertificateVc: ModelObject {
    public var unknownMembers = UnknownMembers()

    /// The empty object.
    public init() {}
}

/// The answer to ``IssueCertificateVc``: an empty object.
public struct _IssueCertificateVc: ModelObject {
    public var unknownMembers = UnknownMembers()

    /// The empty object.
    public init() {}
}

/// A server asks the trust agent to enter its DID document (`entities/register-did/public`).
public struct RegisterDidToTas: ModelObject {
    /// The document with the proofs of its keys, in multibase.
    public var didDoc: String
    /// The server's name for people.
    public var name: String
    /// The server's role.
    public var role: RoleTypeEnum
    /// Where the server is reached.
    public var serverUrl: String
    /// Where its certificate is had.
    public var certificateUrl: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(didDoc: String, name: String, role: RoleTypeEnum, serverUrl: String, certificateUrl: String) {
        self.didDoc = didDoc
        self.name = name
        self.role = role
        self.serverUrl = serverUrl
        self.certificateUrl = certificateUrl
    }
}

/// How far the trust agent is with a server (`entities/request-status?did=`).
public struct _RequestEntityStatus: ModelObject {
    /// `NOT_REGISTERED`, `DID_DOCUMENT_REQUIRED`, `CERTIFICATE_VC_REQUIRED` or `COMPLETED`.
    public var status: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(status: String) { self.status = status }
}

/// The trust agent hands a server its certificate.
public struct SendCertificateVc: ModelObject {
    /// The certificate credential as text.
    public var certificateVc: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(certificateVc: String) { self.certificateVc = certificateVc }
}

/// The trust agent tells a server how it is registered.
public struct SendEntityInfo: ModelObject {
    /// The server's DID.
    public var did: String
    /// The server's name for people.
    public var name: String
    /// Where the server is reached.
    public var serverUrl: String
    /// Where its certificate is had.
    public var certificateUrl: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String, name: String, serverUrl: String, certificateUrl: String) {
        self.did = did
        self.name = name
        self.serverUrl = serverUrl
        self.certificateUrl = certificateUrl
    }
}

/// An issuer publishes a schema with the list provider (`vc-schemas/public`).
public struct PublishVcSchema: ModelObject {
    /// A ``VCSchema`` in multibase.
    public var vcSchema: String
    /// The issuer's DID.
    public var issuerDid: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcSchema: String, issuerDid: String) {
        self.vcSchema = vcSchema
        self.issuerDid = issuerDid
    }
}

/// An issuer publishes a plan with the list provider (`vc-plans/public`).
public struct PublishVcPlan: ModelObject {
    /// A ``VCPlan`` in multibase.
    public var vcPlan: String
    /// The issuer's DID.
    public var issuerDid: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcPlan: String, issuerDid: String) {
        self.vcPlan = vcPlan
        self.issuerDid = issuerDid
    }
}
