extension DIDDocument {
    /// Whose DID document it is, which decides what proofs it needs (OpenDID sheet 2.5).
    public enum Owner: Sendable, Hashable, CaseIterable {
        /// Key `assert` for assertionMethod and key `auth` for authentication.
        case device
        /// For assertionMethod, each of the keys `pin` and `bio` that exists.
        case holder
        /// Each key for each purpose that lists it, keyAgreement excepted.
        case provider
    }

    /// The keys that have to prove a document of this owner, and for what, in the order of the document's lists (OpenDID sheet 2.5). A key
    /// for agreeing on secrets never proves.
    public func neededProofs(of owner: Owner) -> [(keyID: String, purpose: ProofPurpose)] {
        switch owner {
        case .device: [(DIDKeyName.assert.rawValue, .assertionMethod), (DIDKeyName.auth.rawValue, .authentication)]
        case .holder:
            // The order of the two is not settled upstream; PIN before biometrics is the working assumption (OpenDID sheet 11.3, #2).
            [DIDKeyName.pin.rawValue, DIDKeyName.bio.rawValue]
                .filter { name in verificationMethod.contains { $0.id == name } }.map { ($0, .assertionMethod) }
        case .provider:
            ProofPurpose.allCases.filter { $0 != .keyAgreement }.flatMap { purpose in
                keyNames(for: purpose).map { ($0, purpose) }
            }
        }
    }

    /// The document with every proof that its owner needs.
    /// - Parameters:
    ///   - owner: whose document it is.
    ///   - signers: by the names of the keys. Keys that need not prove may be missing.
    ///   - created: the time that goes into the proofs.
    /// - Throws: `DataModelError` `missing` when there is no signer for a key that has to prove, or no such key at all;
    ///   `invalidValue` when a signer is not the key of the document; what signing throws.
    public func signed(
        as owner: Owner, with signers: [String: any ProofSigner], created: UTCInstant
    ) async throws -> DIDDocument {
        let needed = neededProofs(of: owner)
        guard !needed.isEmpty else {
            throw DataModelError(.missing, field: "verificationMethod", reason: "the document has no key that could prove it")
        }
        var requests: [ProofRequest] = []
        for (keyID, purpose) in needed {
            guard let signer = signers[keyID] else {
                throw DataModelError(.missing, field: "proofs", reason: "there is no signer for the key \(Excerpt.of(keyID))")
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
