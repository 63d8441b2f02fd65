extension DIDDocument {
    /// The kind of owner of a DID document. It determines which proofs the document needs (OpenDID sheet 2.5).
    public enum Owner: Sendable, Hashable, CaseIterable {
        /// A device. The key `assert` signs with the purpose assertionMethod, and the key `auth` with the purpose authentication.
        case device
        /// A holder. The keys `pin` and `bio`, if they exist, sign with the purpose assertionMethod.
        case holder
        /// A provider. Each key signs once for each purpose that lists it, except keyAgreement.
        case provider
    }

    /// Returns the keys that must sign a document of this owner, with their purposes, in the order of the document's lists (OpenDID sheet
    /// 2.5). A key for key agreement never signs.
    public func neededProofs(of owner: Owner) -> [(keyID: String, purpose: ProofPurpose)] {
        switch owner {
        case .device: [(DIDKeyName.assert.rawValue, .assertionMethod), (DIDKeyName.auth.rawValue, .authentication)]
        case .holder:
            // Upstream does not define the order of the two proofs. The order PIN before biometrics is an assumption (OpenDID sheet 11.3,
            // #2).
            [DIDKeyName.pin.rawValue, DIDKeyName.bio.rawValue]
                .filter { name in verificationMethod.contains { $0.id == name } }.map { ($0, .assertionMethod) }
        case .provider:
            ProofPurpose.allCases.filter { $0 != .keyAgreement }.flatMap { purpose in
                keyNames(for: purpose).map { ($0, purpose) }
            }
        }
    }

    /// Returns the document with every proof that this kind of owner needs.
    /// - Parameters:
    ///   - owner: the owner of the document.
    ///   - signers: the signers, by the names of the keys. Keys that need not sign may have no signer here.
    ///   - created: the time in the proofs.
    /// - Throws: `DataModelError` with code `missing` if a key that must sign has no signer, or if no key must sign. `DataModelError` with
    ///   code `invalidValue` if a signer has another key than the document. Errors of signing.
    public func signed(
        as owner: Owner, with signers: [String: any ProofSigner], created: UTCInstant
    ) async throws -> DIDDocument {
        let needed = neededProofs(of: owner)
        guard !needed.isEmpty else {
            throw DataModelError(
                .missing, field: "verificationMethod", reason: "the document has no key that can sign its proof")
        }
        var requests: [ProofRequest] = []
        for (keyID, purpose) in needed {
            guard let signer = signers[keyID] else {
                throw DataModelError(
                    .missing, field: "proofs", reason: "there is no signer for the key \(Excerpt.of(keyID))")
            }
            guard try await signer.verificationKey == verificationKey(at: keyURL(keyID), for: purpose) else {
                throw DataModelError(
                    .invalidValue, field: "proofs", reason: "the signer is not the document's key \(Excerpt.of(keyID))")
            }
            requests.append(ProofRequest(signer: signer, keyID: keyID, of: self, purpose: purpose, created: created))
        }
        return try await signed(by: requests)
    }
}
