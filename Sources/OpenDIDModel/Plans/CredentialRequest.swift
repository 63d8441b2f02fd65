import HeraldJSON

/// A holder's request for a credential, which is sent encrypted (OpenDID sheet 4.4, 5.7).
public struct ReqVC: ModelObject {
    /// The reference that the issuer gave to this issuance.
    public var refId: String
    /// The profile that the request answers.
    public var profile: ReqVcProfile
    /// Data for the anonymous credentials of release 2. It is preserved unchanged.
    public var credentialRequest: ZKPObject?
    public var unknownMembers = UnknownMembers()

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
    /// The nonce of the profile, unchanged (16 bytes, multibase).
    public var issuerNonce: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, issuerNonce: String) {
        self.id = id
        self.issuerNonce = issuerNonce
    }
}

/// A holder's request to revoke a credential (OpenDID sheet 4.4, 5.9).
///
/// OpenDID sheet 4.9, #27: the original text uses this type and does not define it.
public struct ReqRevokeVc: ModelObject, ProofsContainer {
    /// The credential's id.
    public var vcId: String
    /// The issuer's nonce, unchanged (16 bytes, multibase).
    public var issuerNonce: String
    /// The holder's proof, if there is only one.
    public var proof: Proof?
    /// The holder's proofs, if there are several.
    public var proofs: [Proof]?
    public var unknownMembers = UnknownMembers()

    public init(vcId: String, issuerNonce: String, proof: Proof? = nil, proofs: [Proof]? = nil) {
        self.vcId = vcId
        self.issuerNonce = issuerNonce
        self.proof = proof
        self.proofs = proofs
    }
}

/// The wrapper in which release 2 encrypts a credential for the holder (OpenDID sheet 4.4, 5.7).
public struct CredInfo: ModelObject {
    /// The credential.
    public var vc: VerifiableCredential
    /// The anonymous credential. It is preserved unchanged.
    public var credential: ZKPObject?
    public var unknownMembers = UnknownMembers()

    public init(vc: VerifiableCredential, credential: ZKPObject? = nil) {
        self.vc = vc
        self.credential = credential
    }

    /// Returns the text that an issuer encrypts for wallets of both releases. It has the members of the credential itself, which release 1
    /// reads, and the member `vc`, which release 2 reads. Wallets of either release ignore the members for the other release.
    /// - Parameter credential: the credential in its canonical form.
    /// - Returns: the canonical form of an object with the members of both. It is canonical, because `vc` comes after every member of a
    ///   credential in alphabetical order. If the credential is not an object or has no members, it is returned unchanged.
    public static func issuedBytes(ofBoth credential: [UInt8]) -> [UInt8] {
        guard credential.first == UInt8(ascii: "{"), credential.last == UInt8(ascii: "}"), credential.count > 2 else {
            return credential
        }
        return credential.dropLast() + Array(",\"vc\":".utf8) + credential + [UInt8(ascii: "}")]
    }

    /// Reads a decrypted credential: the bare credential of release 1, the wrapper of release 2, or both. If both are present, the
    /// credential in the wrapper is used (OpenDID sheet 5.7).
    /// - Throws: `JSONError` if the text is not JSON or contains no credential.
    public init(issuedBytes: [UInt8]) throws(JSONError) {
        let root = try JSONDocument(issuedBytes, limits: .model).root
        if root["vc"] != nil {
            self = try JSONModelDecoder().decode(CredInfo.self, from: root)
        } else {
            self.init(vc: try JSONModelDecoder().decode(VerifiableCredential.self, from: root))
        }
    }
}
