import HeraldJSON

/// The claims of a credential that a presentation shows (OpenDID sheet 3.3).
public enum ClaimSelection: Sendable, Hashable {
    /// All claims. If the credential has the signature of the whole, this signature is shown too.
    case all
    /// The claims with these codes, in the order of the credential. Naming every code is the same as ``all``. If only some claims are
    /// shown, no signature covers their order. A verifier therefore checks the order with the schema.
    case codes(Set<String>)

    /// Returns the claims of both selections.
    public func union(_ other: ClaimSelection) -> ClaimSelection {
        guard case .codes(let own) = self, case .codes(let others) = other else { return .all }
        return .codes(own.union(others))
    }
}

// Finds the claims to show, and determines whether these are all claims of the credential. Both functions named `disclosing` use this type.
private struct Disclosure {
    let kept: [Int]
    let isWhole: Bool

    init(_ selection: ClaimSelection, of codes: [String]) throws(DataModelError) {
        guard case .codes(let wanted) = selection else {
            kept = Array(codes.indices)
            isWhole = true
            return
        }
        guard !wanted.isEmpty else {
            throw DataModelError(
                .missing, field: "credentialSubject.claims", reason: "at least one claim has to be shown")
        }
        for code in wanted.subtracting(codes).sorted() {
            throw DataModelError(
                .unknown, field: "credentialSubject.claims",
                reason: "the credential has no claim of the code \(Excerpt.of(code))")
        }
        kept = codes.indices.filter { wanted.contains(codes[$0]) }
        isWhole = kept.count == codes.count
    }

    /// Returns the elements of a list that belong to the shown claims. The list has one element for each claim of the credential.
    func values<Element>(_ list: [Element]?, claims: Int) throws(DataModelError) -> [Element] {
        guard let list else {
            throw DataModelError(
                .missing, field: "proof.proofValueList", reason: "claims are shown under their own signatures")
        }
        guard list.count == claims else {
            throw DataModelError(
                .invalidValue, field: "proof.proofValueList", reason: "one signature for each claim expected")
        }
        return kept.map { list[$0] }
    }
}

extension VerifiableCredential {
    /// Returns the credential for a presentation (OpenDID sheet 3.3). It has the selected claims in their original order, and the
    /// signatures of these claims. If only some claims are selected, the signature of the whole is removed. Nothing else changes.
    /// - Throws: `DataModelError` with code `unknown` if the credential has no claim with a selected code, with code `missing` if nothing
    ///   is selected or there are no signatures of single claims, or with code `invalidValue` if the number of signatures differs from the
    ///   number of claims.
    public func disclosing(_ selection: ClaimSelection) throws(DataModelError) -> VerifiableCredential {
        let claims = credentialSubject.claims
        let disclosure = try Disclosure(selection, of: claims.map(\.code))
        guard !disclosure.isWhole else { return self }
        var reduced = self
        reduced.credentialSubject.claims = disclosure.kept.map { claims[$0] }
        reduced.proof.proofValueList = try disclosure.values(proof.proofValueList, claims: claims.count)
        reduced.proof.proofValue = nil
        return reduced
    }
}

extension SignedDocument {
    /// Returns the received credential with only the selected claims, for a presentation. It is created from the received JSON. Members
    /// that this version does not know are preserved, so that the signatures stay valid (OpenDID sheet 2.1, 3.3). Apart from that, it works
    /// like `VerifiableCredential.disclosing(_:)`.
    /// - Throws: `DataModelError` as `VerifiableCredential.disclosing(_:)` does, and with code `invalidValue` if this is not a credential
    /// or has no canonical form.
    public func disclosing(_ selection: ClaimSelection) throws(DataModelError) -> SignedDocument {
        guard let subject = self[["credentialSubject"]], subject.kind == .object,
            let list = self[["credentialSubject", "claims"]],
            list.kind == .array, let proof = self[["proof"]], proof.kind == .object
        else {
            throw DataModelError(
                .invalidValue, field: "credentialSubject", reason: "a credential with claims and proof expected")
        }
        let claims = Array(list.elements)
        var codes: [String] = []
        for (index, claim) in claims.enumerated() {
            guard let code = claim["code"]?.string else {
                throw DataModelError(
                    .missing, field: "credentialSubject.claims[\(index)].code", reason: "a code expected")
            }
            codes.append(code)
        }
        let disclosure = try Disclosure(selection, of: codes)
        guard !disclosure.isWhole else { return self }
        let values = proof["proofValueList"].flatMap { $0.kind == .array ? Array($0.elements) : nil }
        let kept = try disclosure.values(values, claims: claims.count)
        do {
            let claimBytes = try Self.array(disclosure.kept.map { claims[$0] })
            let subjectBytes = try subject.canonicalBytes(omittingNulls: true, edits: ["claims": .set(claimBytes)])
            let proofBytes = try proof.canonicalBytes(
                omittingNulls: true, edits: ["proofValue": .remove, "proofValueList": .set(try Self.array(kept))])
            return try SignedDocument(
                root.canonicalBytes(
                    omittingNulls: true, edits: ["credentialSubject": .set(subjectBytes), "proof": .set(proofBytes)]))
        } catch {
            throw DataModelError(.invalidValue, field: error.path, reason: error.reason)
        }
    }

    private static func array(_ elements: [JSONView]) throws(JSONError) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += try element.canonicalBytes(omittingNulls: true)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
