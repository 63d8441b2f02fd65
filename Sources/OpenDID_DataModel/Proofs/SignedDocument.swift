import HeraldJSON

/// A document as it was received, whose signatures are checked over exactly the tree that came: nothing is decoded into a model and
/// encoded again, so members that this version does not know stay signed (OpenDID sheet 2.1).
public struct SignedDocument: Sendable {
    /// The document, an object.
    public let root: JSONView

    /// Reads a document.
    /// - Parameters:
    ///   - bytes: its JSON text.
    ///   - limits: defaults to `JSONLimits.model`. An object that names a member twice is refused in any case: two readers
    ///     would disagree about what was signed.
    /// - Throws: `JSONError`; `wrongKind` when the text is no object.
    public init(_ bytes: [UInt8], limits: JSONLimits = .model) throws(JSONError) {
        var limits = limits
        limits.refusesDuplicates = true
        root = try JSONDocument(bytes, limits: limits).root
        guard root.kind == .object else {
            throw JSONError(.wrongKind, reason: "a signed document is an object, this is \(root.kind)")
        }
    }

    /// A document inside another one, such as a credential of a presentation or `profile` of a response. It is checked anew, because the
    /// outer text may have been read under laxer limits.
    /// - Throws: as ``init(_:limits:)``.
    public init(_ part: JSONView, limits: JSONLimits = .model) throws(JSONError) {
        try self.init(Array(part.rawBytes), limits: limits)
    }

    /// A document made on this side, in its canonical form.
    /// - Throws: `JSONError` when the value has no canonical form.
    public init(_ model: some Jsonable) throws(JSONError) {
        try self.init(JSONModelEncoder().canonicalBytes(model))
    }

    /// The text as it was received.
    public var bytes: [UInt8] { Array(root.rawBytes) }

    /// A member at a path of names, such as `["issuer", "id"]`; `nil` when absent or `null`.
    public subscript(_ path: [String]) -> JSONView? {
        var view = root
        for name in path {
            guard let next = view[name], !next.isNull else { return nil }
            view = next
        }
        return view
    }

    /// The place of each proof: the entries of `proofs`, or `proof`.
    /// - Throws: ``VerificationFailure`` `missingProof` when there is none, `ambiguousProof` when both members are there (OpenDID sheet 2.2 knows
    ///   one or the other), `malformedProof` when they are of the wrong kind.
    public func proofPlaces() throws(VerificationFailure) -> [ProofSelection] {
        let single = self[["proof"]]
        guard let several = self[["proofs"]] else {
            guard let single else { throw VerificationFailure(.missingProof, at: "proof", "the document has no proof") }
            guard single.kind == .object else { throw .malformedProof("proof", "an object was expected, this is \(single.kind)") }
            return [.proof]
        }
        guard single == nil else {
            throw VerificationFailure(.ambiguousProof, at: "proofs", "the document has both proof and proofs; it may have one of them only")
        }
        guard several.kind == .array else { throw .malformedProof("proofs", "an array was expected, this is \(several.kind)") }
        let count = several.count
        guard count > 0 else { throw VerificationFailure(.missingProof, at: "proofs", "the list of proofs is empty") }
        return (0..<count).map { .proofs($0) }
    }

    /// The proof to which a signature belongs.
    /// - Throws: ``VerificationFailure`` `missingProof` or `malformedProof`.
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
