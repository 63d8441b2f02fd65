/// The issuer's errors (OpenDID sheet 5.3).
enum IssuerError {
    private static func code(_ number: String, _ status: Int, _ meaning: String) -> ServiceErrorCode {
        ServiceErrorCode("SSRVISS" + number, status, meaning)
    }

    static let transactionUnknown = code("00001", 400, "The transaction is not known.")
    static let transactionInvalid = code("00002", 400, "The transaction is not in the state for this request.")
    static let transactionExpired = code("00003", 400, "The transaction has expired.")
    static let referenceMismatch = code("00004", 400, "The reference id does not match.")
    static let offerUnknown = code("00200", 400, "The issue offer is not known.")
    static let offerExpired = code("00201", 400, "The issue offer has expired.")
    static let planInvalid = code("00202", 400, "The credential plan is not known.")
    static let profileMismatch = code("00203", 400, "The profile id does not match.")
    static let nonceMismatch = code("00204", 400, "The issuer nonce does not match.")
    static let credentialUnknown = code("00206", 400, "The credential is not known.")
    static let credentialMismatch = code("00207", 400, "The credential id does not match.")
    static let requestUnreadable = code("00208", 400, "The credential request cannot be read.")
    static let credentialRevoked = code("00209", 400, "The credential is revoked already.")
    static let revocationNonceMismatch = code("00210", 400, "The issuer nonce of the revocation does not match.")
    static let schemaUnknown = code("00211", 400, "The credential schema is not known.")
    static let holderUnknown = code("00300", 400, "The holder is not known.")
    static let userUnknown = code("00301", 400, "The user is not known.")
    static let holderInvalid = code("00302", 400, "The holder does not match.")
    static let decodingFailed = code("00401", 400, "Failed to decode multibase text.")
    static let decryptionFailed = code("00403", 400, "Failed to decrypt.")
    static let signatureInvalid = code("00413", 400, "Failed to verify signature: the signature is invalid.")
    static let certificateMissing = code("00501", 500, "The issuer has no certificate.")
    static let registryUnreachable = code("00602", 500, "The registry does not answer.")
    static let bodyInvalid = code("00702", 400, "The request body cannot be processed.")
    /// The error for a request body that cannot be decoded.
    static let bodyUnreadable = bodyInvalid.under(500)
    static let definitionUnknown = code("00831", 400, "The definition of an anonymous credential is not known.")
    static let unknown = code("99999", 500, "An unknown error occurred.")
}
