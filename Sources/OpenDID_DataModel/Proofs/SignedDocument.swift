import HeraldJSON

/// A received document. Signatures are checked over exactly the received tree. The document is not decoded and encoded again, so that
/// signatures also cover members that this version does not know (OpenDID sheet 2.1).
public struct SignedDocument: Sendable {
    /// The document, which is an object.
    public let root: JSONView

    /// Reads a document.
    /// - Parameters:
    ///   - bytes: the JSON text.
    ///   - limits: the limits for the text. Defaults to `JSONLimits.model`. An object with a repeated member is always refused, because two
    ///     readers could disagree about the signed content.
    /// - Throws: `JSONError`, with code `wrongKind` if the text is not an object.
    public init(_ bytes: [UInt8], limits: JSONLimits = .model) throws(JSONError) {
        var limits = limits
        limits.refusesDuplicates = true
        root = try JSONDocument(bytes, limits: limits).root
        guard root.kind == .object else {
            throw JSONError(.wrongKind, reason: "a signed document must be an object, but it is \(root.kind)")
        }
    }

    /// Reads a document inside another one, such as a credential of a presentation or the `profile` of a response. It is checked again,
    /// because the outer text may have been read with laxer limits.
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
                throw .malformedProof("proof", "an object was expected, this is \(single.kind)")
            }
            return [.proof]
        }
        guard single == nil else {
            throw VerificationFailure(
                .ambiguousProof, at: "proofs", "the document has both proof and proofs; it may have one of them only")
        }
        guard several.kind == .array else {
            throw .malformedProof("proofs", "an array was expected, this is \(several.kind)")
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
            throw .malformedProof(selection.proofPath, "an object was expected, this is \(found.kind)")
        }
        return found
    }

    func element(_ index: Int, of list: JSONView?) -> JSONView? {
        guard let list, index >= 0 else { return nil }
        for (place, element) in list.elements.enumerated() where place == index { return element }
        return nil
    }
}
