import HeraldKeys

extension VerifiablePresentation {
    /// The value of `@context` that every presentation has (OpenDID sheet 3.4).
    public static let standardContext = ["https://www.w3.org/ns/credentials/v2"]
    /// The value that the member `type` of every presentation contains.
    public static let baseType = "VerifiablePresentation"
    /// The length of every nonce of the protocol, in bytes (OpenDID sheet 1.2).
    static let nonceByteCount = 16

    /// Returns the faults of the presentation that can be found without other data (OpenDID sheet 3.4), or an empty array. Signatures and
    /// the time are not checked.
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
        if !DID.isWellFormed(holder) { refuse(.did, "holder", "a DID expected") }
        if validity == nil {
            refuse(.invalidValue, "validUntil", "two datetimes expected, the end not before the start")
        }
        let nonce = try? Multibase.decode(verifierNonce, base58Limit: Multibase.shortLimit).bytes
        if nonce?.count != Self.nonceByteCount {
            refuse(.invalidValue, "verifierNonce", "\(Self.nonceByteCount) bytes in multibase expected")
        }
        if verifiableCredential.isEmpty {
            refuse(.missing, "verifiableCredential", "a presentation needs a credential")
        }
        var ids: Set<String> = []
        for (index, credential) in verifiableCredential.enumerated() {
            let field = "verifiableCredential[\(index)]"
            if !ids.insert(credential.id).inserted {
                refuse(.duplicate, field + ".id", "an earlier credential has this id")
            }
            if credential.credentialSubject.id != holder {
                refuse(.did, field + ".credentialSubject.id", "the credential's subject is not the holder")
            }
        }
        return errors
    }

    /// Checks the presentation without other data.
    /// - Throws: the first fault of ``validationErrors()``.
    public func validate() throws(DataModelError) {
        if let error = validationErrors().first { throw error }
    }
}
