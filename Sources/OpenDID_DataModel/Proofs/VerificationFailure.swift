import HeraldJSON

/// Why a document is not to be trusted: a stable code, the member concerned and a sentence for a person. It never holds a signature, a key
/// or a value of the document.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of failure; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        // The document and its proofs
        /// The document is not what its type demands, or has no canonical form.
        public static let malformedDocument = Code(rawValue: "malformed_document")
        /// There is no proof where one has to be.
        public static let missingProof = Code(rawValue: "missing_proof")
        /// Both `proof` and `proofs` are there.
        public static let ambiguousProof = Code(rawValue: "ambiguous_proof")
        /// A member of a proof is absent, of the wrong kind, or has a value that is not known.
        public static let malformedProof = Code(rawValue: "malformed_proof")
        /// A claim that was named is not there.
        public static let missingClaim = Code(rawValue: "missing_claim")
        /// The proof has no signature, or not one for each claim.
        public static let missingSignature = Code(rawValue: "missing_signature")
        /// All claims were asked for, and it cannot be told that these are all.
        public static let incompleteClaims = Code(rawValue: "incomplete_claims")
        /// The signature's text or bytes are not well formed.
        public static let malformedSignature = Code(rawValue: "malformed_signature")
        /// The signature does not fit the document and the key.
        public static let signature = Code(rawValue: "signature")

        // The key
        /// The DID document of the signer could not be had.
        public static let unresolved = Code(rawValue: "unresolved")
        /// The DID document has no such key.
        public static let missingKey = Code(rawValue: "missing_key")
        /// The key is not listed for the purpose of the proof.
        public static let keyNotForPurpose = Code(rawValue: "key_not_for_purpose")
        /// The proof is of another type than the key.
        public static let typeMismatch = Code(rawValue: "type_mismatch")
        /// No implementation knows this type of key.
        public static let unsupportedKey = Code(rawValue: "unsupported_key")
        /// The key's text or bytes are not well formed.
        public static let malformedKey = Code(rawValue: "malformed_key")

        // The rules
        /// Somebody else signed than was expected, or it is not known who was expected.
        public static let signer = Code(rawValue: "signer")
        /// A proof is made for another purpose than this kind of document needs.
        public static let purpose = Code(rawValue: "purpose")
        /// A key of another name was used than this kind of document needs.
        public static let keyName = Code(rawValue: "key_name")
        /// A proof that has to be there is missing beside others.
        public static let incompleteProofs = Code(rawValue: "incomplete_proofs")
        /// The status of the signer's DID does not allow this.
        public static let signerStatus = Code(rawValue: "signer_status")
        /// The registry has another document of this DID, and this one cannot be the next version of it.
        public static let otherDocument = Code(rawValue: "other_document")
        /// The document is not valid yet.
        public static let notYetValid = Code(rawValue: "not_yet_valid")
        /// The document is not valid any more.
        public static let expired = Code(rawValue: "expired")
        /// The issuer is not on the list.
        public static let issuer = Code(rawValue: "issuer")
        /// The credential is inactive, revoked, or its status is not known.
        public static let credentialStatus = Code(rawValue: "credential_status")
        /// The credential follows another schema than was asked for, or does not follow it.
        public static let schema = Code(rawValue: "schema")
        /// The holder of the presentation is not the subject of a credential in it.
        public static let holder = Code(rawValue: "holder")
        /// The presentation holds no credential, or one twice.
        public static let credentials = Code(rawValue: "credentials")
        /// There are more failures than a report lists.
        public static let tooManyFailures = Code(rawValue: "too_many_failures")
        /// The nonce is not the one that was given out.
        public static let nonce = Code(rawValue: "nonce")
        /// The holder authenticated by other means than were asked for.
        public static let authentication = Code(rawValue: "authentication")
    }

    /// What kind of failure it is.
    public let code: Code
    /// The member concerned, such as `proofs[1].verificationMethod`; empty for the whole document.
    public let place: String
    /// A sentence for a person, without full stop.
    public let reason: String

    /// A failure with its place and a sentence for a person; of either at most 512 code points are kept.
    public init(_ code: Code, at place: String, _ reason: String) {
        self.code = code
        self.place = Excerpt.of(place, limit: Excerpt.sentenceLength)
        self.reason = Excerpt.of(reason, limit: Excerpt.sentenceLength)
    }

    public var description: String { place.isEmpty ? "\(code.rawValue): \(reason)" : "\(code.rawValue) at \(place): \(reason)" }

    /// The same failure of a document that is part of another one.
    func inside(_ path: String) -> VerificationFailure {
        VerificationFailure(code, at: place.isEmpty ? path : path + "." + place, reason)
    }

    static func malformedProof(_ place: String, _ reason: String) -> VerificationFailure { .init(.malformedProof, at: place, reason) }
    static func malformedDocument(_ place: String, _ reason: String) -> VerificationFailure { .init(.malformedDocument, at: place, reason) }
    /// What could not be read, without what stands there.
    static func malformedDocument(_ error: JSONError) -> VerificationFailure { .malformedDocument(error.path, error.unquotedReason) }
    /// What a resolver or another source of the caller's threw. Its text is not ours to pass on: it may hold an address or a credential of
    /// whoever was asked. A failure of this module says itself why.
    static func foreign(_ error: any Error, _ code: Code, at place: String, _ sentence: String) -> VerificationFailure {
        if let failure = error as? VerificationFailure { return .init(failure.code, at: place, failure.reason) }
        return .init(code, at: place, "\(sentence): \(type(of: error))")
    }
}
