import HeraldJSON

/// A request for a credential, sent encrypted (OpenDID sheet 4.4, 5.7).
public struct ReqVC: ModelObject {
    /// The issuer's reference.
    public var refId: String
    /// The profile that is answered.
    public var profile: ReqVcProfile
    /// Of the anonymous credentials of release 2; kept as it is.
    public var credentialRequest: ZKPObject?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(refId: String, profile: ReqVcProfile, credentialRequest: ZKPObject? = nil) {
        self.refId = refId
        self.profile = profile
        self.credentialRequest = credentialRequest
    }
}

/// The profile that a request answers (OpenDID sheet 4.4).
public struct ReqVcProfile: ModelObject {
    /// The profile's id. OpenDID sheet 4.9, #23: the original text describes it as the issuer's DID.
    public var id: String
    /// The text that the profile had, unchanged (16 bytes, multibase).
    public var issuerNonce: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, issuerNonce: String) {
        self.id = id
        self.issuerNonce = issuerNonce
    }
}

/// A holder's wish to have a credential revoked (OpenDID sheet 4.4, 5.9).
///
/// OpenDID sheet 4.9, #27: the original text uses it and does not define it.
public struct ReqRevokeVc: ModelObject, ProofsContainer {
    /// The credential's id.
    public var vcId: String
    /// The text that the issuer sent, unchanged (16 bytes, multibase).
    public var issuerNonce: String
    /// The holder's proof, when it is one.
    public var proof: Proof?
    /// The holder's proofs, when there are several.
    public var proofs: [Proof]?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcId: String, issuerNonce: String, proof: Proof? = nil, proofs: [Proof]? = nil) {
        self.vcId = vcId
        self.issuerNonce = issuerNonce
        self.proof = proof
        self.proofs = proofs
    }
}

/// What release 2 encrypts for the holder: the credential in a wrapper (OpenDID sheet 4.4, 5.7).
public struct CredInfo: ModelObject {
    /// The credential.
    public var vc: VerifiableCredential
    /// The anonymous credential beside it; kept as it is.
    public var credential: ZKPObject?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vc: VerifiableCredential, credential: ZKPObject? = nil) {
        self.vc = vc
        self.credential = credential
    }

    /// What an issuer encrypts for wallets of both releases: the members of the bare credential, which release 1 reads, and beside them `vc`,
    /// which release 2 reads. Either passes over what is the other's.
    /// - Parameter credential: in its canonical form.
    /// - Returns: the canonical form of both, because `vc` comes behind every member of a credential; the credential alone when it is no object
    ///   or has no members.
    public static func issuedBytes(ofBoth credential: [UInt8]) -> [UInt8] {
        guard credential.first == UInt8(ascii: "{"), credential.last == UInt8(ascii: "}"), credential.count > 2 else { return credential }
        return credential.dropLast() + Array(",\"vc\":".utf8) + credential + [UInt8(ascii: "}")]
    }

    /// Reads what an issuer encrypted: the bare credential of release 1, the wrapper of release 2, or both, of which the wrapper counts (OpenDID sheet 5.7).
    public init(issuedBytes: [UInt8]) throws(JSONError) {
        let root = try JSONDocument(issuedBytes, limits: .model).root
        if root["vc"] != nil {
            self = try JSONModelDecoder().decode(CredInfo.self, from: root)
        } else {
            self.init(vc: try JSONModelDecoder().decode(VerifiableCredential.self, from: root))
        }
    }
}
