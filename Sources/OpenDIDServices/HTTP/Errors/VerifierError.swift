/// The verifier's errors (OpenDID sheet 5.3).
enum VerifierError {
    private static func code(_ number: String, _ status: Int, _ meaning: String) -> ServiceErrorCode {
        ServiceErrorCode("SSRVVRF" + number, status, meaning)
    }

    static let bodyInvalid = code("00100", 400, "The request body cannot be processed.")
    /// The error for a request body that cannot be decoded.
    static let bodyUnreadable = bodyInvalid.under(500)
    static let registryUnreachable = code("00102", 500, "The registry does not answer.")
    static let signatureInvalid = code("00103", 400, "Failed to verify signature: the signature is invalid.")
    static let decodingFailed = code("00106", 400, "Failed to decode multibase text.")
    static let offerInvalid = code("00200", 400, "The verify offer is not known or has expired.")
    static let policyUnknown = code("00201", 400, "There is no policy for this device and service.")
    static let presentationInvalid = code("00202", 400, "Failed to verify the presentation.")
    static let transactionUnknown = code("00300", 400, "The transaction is not known.")
    static let transactionInvalid = code("00301", 400, "The transaction is not in the state for this request.")
    static let transactionExpired = code("00302", 400, "The transaction has expired.")
    static let transactionOffer = code("00303", 400, "The transaction belongs to another offer.")
    static let authenticationInvalid = code("00400", 400, "The holder's authentication is not of the kind asked for.")
    static let nonceMismatch = code("00402", 400, "The verifier nonce does not match.")
    static let purposeInvalid = code("00403", 400, "The proof purpose is invalid.")
    static let decryptionFailed = code("00409", 400, "Failed to decrypt.")
    static let channelMissing = code("00700", 400, "There is no key agreement for this transaction.")
    static let channelInvalid = code("00701", 400, "The key agreement is invalid.")
    static let certificateMissing = code("00800", 500, "The verifier has no certificate.")
    static let credentialStatus = code("00801", 400, "A credential is not active.")
    static let proofProfileUnknown = code("01201", 400, "There is no profile for a zero-knowledge proof.")
    static let proofPolicyUnknown = code("01202", 400, "There is no policy for a zero-knowledge proof.")
    static let unknown = code("99999", 500, "An unknown error occurred.")
}
