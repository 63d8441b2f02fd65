extension VerifiableCredential {
    /// The value of `@context` that every credential has (OpenDID sheet 3.2).
    public static let standardContext = ["https://www.w3.org/ns/credentials/v2"]
    /// The value that the member `type` of every credential contains.
    public static let baseType = "VerifiableCredential"

    /// The codes of the claims, in the order of the claims.
    public var claimCodes: [String] { credentialSubject.claims.map(\.code) }

    /// Returns the faults of the credential that can be found without other data (OpenDID sheet 3.2), or an empty array. Signatures and the
    /// time are not checked.
    public func validationErrors() -> [DataModelError] {
        var errors: [DataModelError] = []
        func refuse(_ code: DataModelError.Code, _ field: String, _ reason: String) {
            errors.append(DataModelError(code, field: field, reason: reason))
        }
        if context.first != Self.standardContext.first {
            refuse(.invalidValue, "@context", "\(Self.standardContext.joined()) must come first")
        }
        if id.isEmpty { refuse(.missing, "id", "an id expected") }
        if !type.contains(Self.baseType) { refuse(.invalidValue, "type", "\(Self.baseType) must be among the types") }
        if !DID.isWellFormed(issuer.id) { refuse(.did, "issuer.id", "a DID expected") }
        if !DID.isWellFormed(credentialSubject.id) { refuse(.did, "credentialSubject.id", "a DID expected") }
        if $issuanceDate == nil { refuse(.datetime, "issuanceDate", "a datetime expected") }
        if validity == nil {
            refuse(.invalidValue, "validUntil", "two datetimes expected, the end not before the start")
        }
        if evidence.isEmpty { refuse(.missing, "evidence", "a credential needs evidence") }
        if credentialSchema.id.isEmpty { refuse(.missing, "credentialSchema.id", "the schema's URL expected") }
        errors += claimErrors()
        if proof.proofPurpose != .assertionMethod {
            refuse(.purpose, "proof.proofPurpose", "a credential must be signed for assertionMethod")
        }
        if proof.proofValue == nil, proof.proofValueList == nil {
            refuse(.missing, "proof.proofValue", "a signature expected")
        }
        // If the credential has the signature of the whole, the signatures of the claims may be missing. Some issuers write an empty list
        // (OpenDID sheet 3.3).
        if proof.proofValue == nil, let list = proof.proofValueList, list.count != credentialSubject.claims.count {
            refuse(.invalidValue, "proof.proofValueList", "one signature for each claim expected")
        }
        return errors
    }

    /// Checks the credential without other data.
    /// - Throws: the first fault of ``validationErrors()``.
    public func validate() throws(DataModelError) {
        if let error = validationErrors().first { throw error }
    }

    private func claimErrors() -> [DataModelError] {
        guard !credentialSubject.claims.isEmpty else {
            return [DataModelError(.missing, field: "credentialSubject.claims", reason: "a credential needs a claim")]
        }
        var errors: [DataModelError] = []
        var codes: Set<String> = []
        for (index, claim) in credentialSubject.claims.enumerated() {
            let field = "credentialSubject.claims[\(index)]"
            if !codes.insert(claim.code).inserted {
                errors.append(
                    DataModelError(.duplicate, field: field + ".code", reason: "an earlier claim has this code"))
            }
            errors += claim.validationErrors(field: field)
        }
        return errors
    }
}
