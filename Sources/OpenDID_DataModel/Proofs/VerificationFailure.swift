import HeraldJSON

/// The reason why a document must not be trusted: a stable code, the member and a sentence for people. It never contains a signature, a key
/// or a value of the document.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a kind of failure. Later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        // The following codes are for faults of the document and its proofs.
        /// The document does not have the form of its type, or has no canonical form.
        public static let malformedDocument = Code(rawValue: "malformed_document")
        /// A required proof is absent.
        public static let missingProof = Code(rawValue: "missing_proof")
        /// Both `proof` and `proofs` are present.
        public static let ambiguousProof = Code(rawValue: "ambiguous_proof")
        /// A member of a proof is absent, has the wrong kind, or has an unknown value.
        public static let malformedProof = Code(rawValue: "malformed_proof")
        /// The credential does not have a claim that is required or selected.
        public static let missingClaim = Code(rawValue: "missing_claim")
        /// The proof has no signature, or does not have one for each claim.
        public static let missingSignature = Code(rawValue: "missing_signature")
        /// The caller requires all claims of the credential, but it is not certain that the credential has all of them.
        public static let incompleteClaims = Code(rawValue: "incomplete_claims")
        /// The text or the bytes of the signature are malformed.
        public static let malformedSignature = Code(rawValue: "malformed_signature")
        /// The signature was not made over this document with this key.
        public static let signature = Code(rawValue: "signature")

        // The following codes are for faults of the key.
        /// The signer's DID document could not be obtained.
        public static let unresolved = Code(rawValue: "unresolved")
        /// The DID document has no such key.
        public static let missingKey = Code(rawValue: "missing_key")
        /// The key is not listed for the purpose of the proof.
        public static let keyNotForPurpose = Code(rawValue: "key_not_for_purpose")
        /// The type of the proof does not match the type of the key.
        public static let typeMismatch = Code(rawValue: "type_mismatch")
        /// This type of key is not implemented.
        public static let unsupportedKey = Code(rawValue: "unsupported_key")
        /// The text or the bytes of the key are malformed.
        public static let malformedKey = Code(rawValue: "malformed_key")

        // The following codes are for rules that the document does not satisfy.
        /// The signer is not the expected one, or the expected signer is unknown.
        public static let signer = Code(rawValue: "signer")
        /// A proof has a purpose that is not allowed for this kind of document.
        public static let purpose = Code(rawValue: "purpose")
        /// The key has a name that is not allowed for this kind of document.
        public static let keyName = Code(rawValue: "key_name")
        /// A required proof is missing, although other proofs are present.
        public static let incompleteProofs = Code(rawValue: "incomplete_proofs")
        /// The status of the signer's DID does not allow the signature.
        public static let signerStatus = Code(rawValue: "signer_status")
        /// The registry has a different document for the DID, and the received document cannot be the next version of it.
        public static let otherDocument = Code(rawValue: "other_document")
        /// The document is not valid yet.
        public static let notYetValid = Code(rawValue: "not_yet_valid")
        /// The document has expired.
        public static let expired = Code(rawValue: "expired")
        /// The issuer is not one of the accepted issuers.
        public static let issuer = Code(rawValue: "issuer")
        /// The credential is inactive or revoked, or its status is unknown.
        public static let credentialStatus = Code(rawValue: "credential_status")
        /// The credential has another schema than the requested one, or does not follow its schema.
        public static let schema = Code(rawValue: "schema")
        /// The holder of the presentation is not the subject of a credential in it.
        public static let holder = Code(rawValue: "holder")
        /// The presentation contains no credential, or contains one twice.
        public static let credentials = Code(rawValue: "credentials")
        /// There are more failures than a report can list.
        public static let tooManyFailures = Code(rawValue: "too_many_failures")
        /// The nonce is not the one that the verifier issued.
        public static let nonce = Code(rawValue: "nonce")
        /// The holder authenticated in another way than the verifier required.
        public static let authentication = Code(rawValue: "authentication")
    }

    /// The kind of failure.
    public let code: Code
    /// The path of the member, such as `proofs[1].verificationMethod`. Empty if the failure concerns the whole document.
    public let place: String
    /// A sentence for people, without a full stop.
    public let reason: String

    /// Creates a failure. Its place and its reason are shortened to 512 code points each.
    public init(_ code: Code, at place: String, _ reason: String) {
        self.code = code
        self.place = Excerpt.of(place, limit: Excerpt.sentenceLength)
        self.reason = Excerpt.of(reason, limit: Excerpt.sentenceLength)
    }

    public var description: String {
        place.isEmpty ? "\(code.rawValue): \(reason)" : "\(code.rawValue) at \(place): \(reason)"
    }

    /// Returns this failure of an inner document as a failure of the outer document. The path of the inner document is put before the
    /// place.
    func inside(_ path: String) -> VerificationFailure {
        VerificationFailure(code, at: place.isEmpty ? path : path + "." + place, reason)
    }

    static func malformedProof(_ place: String, _ reason: String) -> VerificationFailure {
        .init(.malformedProof, at: place, reason)
    }
    static func malformedDocument(_ place: String, _ reason: String) -> VerificationFailure {
        .init(.malformedDocument, at: place, reason)
    }
    /// Creates the failure for a document that cannot be read. It does not quote the document.
    static func malformedDocument(_ error: JSONError) -> VerificationFailure {
        .malformedDocument(error.path, error.unquotedReason)
    }
    /// Creates the failure for an error of a resolver, or of another source that the caller provides. The text of the error is left out,
    /// because it may contain an address or a secret of that source. If the error is a ``VerificationFailure``, its own code and reason are
    /// used.
    static func foreign(_ error: any Error, _ code: Code, at place: String, _ sentence: String) -> VerificationFailure {
        if let failure = error as? VerificationFailure { return .init(failure.code, at: place, failure.reason) }
        return .init(code, at: place, "\(sentence): \(type(of: error))")
    }
}
