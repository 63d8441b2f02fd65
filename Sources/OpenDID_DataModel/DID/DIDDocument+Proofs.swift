extension DIDDocument {
    /// The owner of a DID document, which decides the proofs that the document needs (OpenDID sheet 2.5).
    public enum Owner: Sendable, Hashable, CaseIterable {
        /// A device. Key `assert` proves for assertionMethod, and key `auth` for authentication.
        case device
        /// A holder. Each existing key of `pin` and `bio` proves for assertionMethod.
        case holder
        /// A provider. Each key proves for each purpose that lists it, except keyAgreement.
        case provider
    }

    /// Returns the keys that must prove a document of this owner and their purposes, in the order of the document's lists
    /// (OpenDID sheet 2.5). A key for key agreement never proves.
    public func neededProofs(of owner: Owner) -> [(keyID: String, purpose: ProofPurpose)] {
        switch owner {
        case .device: [(DIDKeyName.assert.rawValue, .assertionMethod), (DIDKeyName.auth.rawValue, .authentication)]
        case .holder:
            // Upstream does not define the order of the two. PIN before biometrics is an assumption (OpenDID sheet 11.3, #2).
            [DIDKeyName.pin.rawValue, DIDKeyName.bio.rawValue]
                .filter { name in verificationMethod.contains { $0.id == name } }.map { ($0, .assertionMethod) }
        case .provider:
            ProofPurpose.allCases.filter { $0 != .keyAgreement }.flatMap { purpose in
                keyNames(for: purpose).map { ($0, purpose) }
            }
        }
    }

    /// Returns the document with every proof that its owner needs.
    /// - Parameters:
    ///   - owner: the owner of the document.
    ///   - signers: the signers, by the names of the keys. Keys that need not prove may be left out.
    ///   - created: the time in the proofs.
    /// - Throws: `DataModelError` with code `missing` if a key that must prove has no signer or if there is no such key. `DataModelError`
    ///   with code `invalidValue` if a signer has another key than the document. Errors of signing.
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
