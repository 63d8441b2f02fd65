import Crypto
import HeraldJSON

/// A received document. Signatures are checked over exactly the JSON that was received. The document is not decoded and encoded again, so
/// that signatures also cover members that this version does not know (OpenDID sheet 2.1).
///
/// ```swift
/// let document = try SignedDocument(bytes)
/// for place in try document.proofPlaces() {
///     try document.checkSignature(place, with: key)   // a VerificationFailure says what is wrong
/// }
/// ```
public struct SignedDocument: Sendable {
    /// The received document, which is a JSON object.
    public let root: JSONView
    let models = DecodedModels()

    /// Reads a document.
    /// - Parameters:
    ///   - bytes: the JSON text.
    ///   - limits: the limits for the text. Defaults to `JSONLimits.model`. An object with a repeated member is always refused, because two
    ///     readers could disagree about the signed content. For the same reason the text is never read tolerantly.
    /// - Throws: `JSONError`, with code `wrongKind` if the text is not an object.
    public init(_ bytes: [UInt8], limits: JSONLimits = .model) throws(JSONError) {
        var limits = limits
        limits.refusesDuplicates = true
        limits.isTolerant = false
        root = try JSONDocument(bytes, limits: limits).root
        guard root.kind == .object else {
            throw JSONError(.wrongKind, reason: "a signed document must be an object, but it is \(root.kind)")
        }
    }

    /// Reads a document that is part of another one, such as a credential in a presentation or the `profile` in an answer. The limits are
    /// checked again, because the outer document may have been read with higher limits.
    /// - Throws: `JSONError` as ``init(_:limits:)`` does.
    public init(_ part: JSONView, limits: JSONLimits = .model) throws(JSONError) {
        try self.init(Array(part.rawBytes), limits: limits)
    }

    /// Creates a document from a value of the model, in its canonical form.
    /// - Throws: `JSONError` if the value has no canonical form.
    public init(_ model: some Jsonable) throws(JSONError) {
        try self.init(JSONModelEncoder().canonicalBytes(model))
    }

    /// The received text.
    public var bytes: [UInt8] { Array(root.rawBytes) }

    /// Returns the member at a path of names, such as `["issuer", "id"]`. `nil` if it is absent or `null`.
    public subscript(_ path: [String]) -> JSONView? {
        var view = root
        for name in path {
            guard let next = view[name], !next.isNull else { return nil }
            view = next
        }
        return view
    }

    /// Returns the place of each proof: the entries of `proofs`, or `proof`.
    /// - Throws: ``VerificationFailure`` with code `missingProof` if there is none, with code `ambiguousProof` if both members are present
    ///   (OpenDID sheet 2.2 allows only one), or with code `malformedProof` if a member has the wrong kind.
    public func proofPlaces() throws(VerificationFailure) -> [ProofSelection] {
        let single = self[["proof"]]
        guard let several = self[["proofs"]] else {
            guard let single else { throw VerificationFailure(.missingProof, at: "proof", "the document has no proof") }
            guard single.kind == .object else {
                throw .malformedProof("proof", "an object was expected, but this is \(single.kind)")
            }
            return [.proof]
        }
        guard single == nil else {
            throw VerificationFailure(
                .ambiguousProof, at: "proofs", "the document has both proof and proofs; it may have one of them only")
        }
        guard several.kind == .array else {
            throw .malformedProof("proofs", "an array was expected, but this is \(several.kind)")
        }
        let count = several.count
        guard count > 0 else { throw VerificationFailure(.missingProof, at: "proofs", "the list of proofs is empty") }
        return (0..<count).map { .proofs($0) }
    }

    /// Returns the proof to which a signature belongs.
    /// - Throws: ``VerificationFailure`` with code `missingProof` or `malformedProof`.
    public func proof(_ selection: ProofSelection) throws(VerificationFailure) -> JSONView {
        let found: JSONView?
        switch selection {
        case .proof, .claim: found = self[["proof"]]
        case .proofs(let index): found = element(index, of: self[["proofs"]])
        }
        guard let found, !found.isNull else {
            throw VerificationFailure(.missingProof, at: selection.proofPath, "the document has no proof here")
        }
        guard found.kind == .object else {
            throw .malformedProof(selection.proofPath, "an object was expected, but this is \(found.kind)")
        }
        return found
    }

    func element(_ index: Int, of list: JSONView?) -> JSONView? {
        guard let list, index >= 0 else { return nil }
        for (place, element) in list.elements.enumerated() where place == index { return element }
        return nil
    }
}

extension SignedDocument {
    /// The members of a proof that the signature does not cover (OpenDID sheet 2.2). In every document, this is `proofValue`. In a
    /// credential, it is also `proofValueList`, which has the claims' signatures. In other documents, the signature covers a member of that
    /// name. A document with `credentialSubject` is a credential, and the signature covers that member.
    private var unsigned: [String: CanonicalEdit] {
        let isCredential = self[["credentialSubject"]] != nil
        return isCredential ? ["proofValue": .remove, "proofValueList": .remove] : ["proofValue": .remove]
    }

    /// Returns the bytes that the signature covers (OpenDID sheet 2.1 and 2.2). They are the canonical form of the document with the
    /// selected proof as `proof`. The signature in this proof is removed. In a credential, the list of the claims' signatures is also
    /// removed. For ``ProofSelection/claim(_:)``, the credential contains only the selected claim.
    /// - Throws: ``VerificationFailure`` with code `missingProof`, `malformedProof`, `missingClaim` or `malformedDocument`.
    public func signedBytes(_ selection: ProofSelection) throws(VerificationFailure) -> [UInt8] {
        try signedBytes(selection, edits: [:])
    }

    /// Returns the bytes that the signature covers, for a changed form of the document.
    /// - Parameter edits: the changes that convert the document to another form. The proofs and the claims are not changed.
    func signedBytes(_ selection: ProofSelection, edits: [String: CanonicalEdit]) throws(VerificationFailure) -> [UInt8]
    {
        if case .claim(let index) = selection {
            let frame = try claimFrame()
            guard let claim = element(index, of: self[["credentialSubject", "claims"]]) else {
                throw VerificationFailure(
                    .missingClaim, at: "credentialSubject.claims[\(index)]", "the credential has no claim here")
            }
            return frame.head + (try canonical(claim)) + frame.tail
        }
        let proof = try canonical(try proof(selection), edits: unsigned)
        return try canonical(root, edits: edits.merging(["proof": .set(proof), "proofs": .remove]) { $1 })
    }

    /// Returns SHA-256 of ``signedBytes(_:)`` (OpenDID sheet 2.3).
    /// - Throws: ``VerificationFailure`` as ``signedBytes(_:)`` does.
    public func digest(_ selection: ProofSelection) throws(VerificationFailure) -> [UInt8] {
        Array(SHA256.hash(data: try signedBytes(selection)))
    }

    /// Returns the digest that each claim's signature covers, in the order of the claims. The part that all claims have in common is
    /// encoded only once.
    /// - Throws: ``VerificationFailure`` as ``signedBytes(_:)`` does, and with code `malformedDocument` if there is no list of claims.
    public func claimDigests() throws(VerificationFailure) -> [[UInt8]] {
        var digests = try ClaimDigests(of: self)
        return try digests.next(.max)
    }

    /// The digests that the claims' signatures cover. A digest is calculated only when it is needed.
    struct ClaimDigests {
        private let document: SignedDocument
        private let tail: [UInt8]
        /// The state of the hash after the text before the claim. This text is the same for all claims, so it is hashed only once.
        private let shared: SHA256
        private var claims: ArraySlice<JSONView>

        init(of document: SignedDocument) throws(VerificationFailure) {
            let frame = try document.claimFrame()
            var shared = SHA256()
            shared.update(data: frame.head)
            self.document = document
            self.shared = shared
            tail = frame.tail
            claims = document[["credentialSubject", "claims"]].map { ArraySlice($0.elements) } ?? []
        }

        /// Returns the digests of the next claims, at most `limit` of them.
        mutating func next(_ limit: Int) throws(VerificationFailure) -> [[UInt8]] {
            var digests: [[UInt8]] = []
            while digests.count < limit, let claim = claims.popFirst() {
                var hash = shared
                hash.update(data: try document.canonical(claim))
                hash.update(data: tail)
                digests.append(Array(hash.finalize()))
            }
            return digests
        }
    }

    /// Returns the text that a claim's signature covers, without the claim: the part before the claim and the part after it.
    fileprivate func claimFrame() throws(VerificationFailure) -> CanonicalFrame {
        guard let subject = self[["credentialSubject"]], subject.kind == .object else {
            throw .malformedDocument("credentialSubject", "an object with claims was expected")
        }
        guard let claims = self[["credentialSubject", "claims"]], claims.kind == .array else {
            throw .malformedDocument("credentialSubject.claims", "an array of claims was expected")
        }
        let proof = try canonical(try proof(.proof), edits: unsigned)
        do {
            let outer = try CanonicalFrame(
                of: root, around: "credentialSubject", edits: ["proof": .set(proof), "proofs": .remove])
            let inner = try CanonicalFrame(of: subject, around: "claims")
            return CanonicalFrame(
                head: outer.head + inner.head + [UInt8(ascii: "[")], tail: [UInt8(ascii: "]")] + inner.tail + outer.tail
            )
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }

    fileprivate func canonical(_ view: JSONView, edits: [String: CanonicalEdit] = [:]) throws(VerificationFailure)
        -> [UInt8]
    {
        do {
            return try view.canonicalBytes(omittingNulls: true, edits: edits)
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }
}

/// The canonical form of an object (OpenDID sheet 2.1), without the value of one member. Different values can be inserted there without
/// encoding the other members again.
struct CanonicalFrame {
    /// The text before the member's value.
    let head: [UInt8]
    /// The text after the member's value.
    let tail: [UInt8]

    /// A byte that marks the place of the value. No canonical text contains it, because strings escape control characters.
    private static let opening: UInt8 = 0

    init(head: [UInt8], tail: [UInt8]) {
        self.head = head
        self.tail = tail
    }

    /// Divides the canonical form of an object.
    /// - Parameters:
    ///   - object: the object.
    ///   - key: the member whose value is left out. The object need not have this member.
    ///   - edits: changes of other members.
    init(of object: JSONView, around key: String, edits: [String: CanonicalEdit] = [:]) throws(JSONError) {
        var edits = edits
        edits[key] = .set([Self.opening])
        let parts = try object.canonicalBytes(omittingNulls: true, edits: edits)
            .split(separator: Self.opening, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count == 2 else {
            throw JSONError(.notCanonical, path: key, reason: "the member has no place in the canonical form")
        }
        head = Array(first)
        tail = Array(last)
    }
}
