/// The trust agent's errors (OpenDID sheet 5.3).
enum TASError {
    private static func code(_ number: String, _ status: Int, _ meaning: String) -> ServiceErrorCode {
        ServiceErrorCode("SSRVTRA" + number, status, meaning)
    }

    // Errors about the contents of a request
    static let multibaseInvalid = code("10001", 400, "Failed to decode multibase text.")
    static let offerUnknown = code("11001", 400, "The restore offer is not known.")
    static let bodyInvalid = code("12004", 400, "The request body cannot be processed.")
    /// The error for a request body that cannot be decoded. Upstream's servers answer it with status 500 (`GlobalControllerAdvice`).
    static let bodyUnreadable = bodyInvalid.under(500)
    static let purposeNotAllowed = code("12005", 400, "The token purpose is not allowed here.")
    static let documentUnreadable = code("12006", 400, "The DID document cannot be read.")
    static let providerMismatch = code("12007", 400, "The provider's DID does not match.")
    static let noCommonCipher = code("12008", 400, "There is no common cipher.")
    static let documentVersion = code("12009", 400, "The version of the DID document is wrong.")
    static let offerMismatch = code("12011", 400, "The DID is not the one in the offer.")

    // Errors about enrolment and issuers
    static let enrolTASFailed = code("13006", 500, "Failed to enrol the trust agent.")
    static let ownCertificateMissing = code("13002", 500, "The trust agent has no certificate.")
    static let certificateFailed = code("13007", 500, "Failed to hand out the certificate.")
    static let entityUnknown = code("14000", 500, "No server of this DID is registered.")
    static let issuerUnknown = code("14001", 400, "The issuer is not known.")
    static let issuerNotEnrolled = code("14002", 400, "The issuer is not enrolled.")
    static let peerUnreachable = code("15502", 500, "The other server does not answer.")

    // Errors about transactions
    static let transactionUnknown = code("16000", 400, "The transaction is not known.")
    static let transactionInvalid = code("16001", 400, "The transaction is not in the state for this request.")
    static let transactionExpired = code("16002", 400, "The transaction has expired.")

    // Errors about signatures and sessions
    static let sessionMissing = code("16501", 500, "There is no key agreement for this transaction.")
    static let didAuthInvalid = code("16509", 400, "Failed to verify DIDAuth.")
    static let signatureInvalid = code("16510", 400, "Failed to verify signature: the signature is invalid.")
    static let signatureNotVerifiable = code("16511", 400, "Failed to verify signature: it cannot be checked.")
    static let keyProofInvalid = code("16516", 400, "A key proof of the DID document is invalid.")
    static let clientNonceInvalid = code("16519", 400, "The client nonce is invalid.")
    static let authNonceMismatch = code("16520", 400, "The authentication nonce does not match.")

    // Errors about users, apps and wallets
    static let userExists = code("17000", 400, "The user's DID is registered already.")
    static let userNotRegistered = code("17002", 400, "The user is not registered.")
    static let userNotActivated = code("17003", 400, "The user is not ACTIVATED.")
    static let appMismatch = code("17005", 400, "The app id does not match.")
    static let appInvalid = code("17006", 400, "The app is invalid.")
    static let userNotDeactivated = code("17014", 400, "The user is not DEACTIVATED.")
    static let retrieveKYCFailed = code("17018", 500, "Failed to process the retrieve-kyc request.")
    static let walletExists = code("17501", 400, "The wallet id is registered already.")
    static let walletUnknown = code("17502", 400, "The wallet is not known.")
    static let walletMismatch = code("17508", 400, "The wallet id does not match.")

    // Errors about updates of DID documents
    static let updateNotLater = code("18006", 400, "The document's updated is not later than before.")
    static let updateContext = code("18007", 400, "The document's context must not change.")
    static let updateID = code("18008", 400, "The document's id must not change.")
    static let updateController = code("18009", 400, "The document's controller must not change.")
    static let updateCreated = code("18014", 400, "The document's created must not change.")
    static let updateDeactivated = code("18015", 400, "The document's deactivated must not change.")
    static let updateOtherDID = code("18018", 400, "The document belongs to another DID than the request.")

    // Errors about credentials
    static let credentialMismatch = code("18500", 400, "The credential id does not match.")
    static let planNotFound = code("18501", 400, "The credential plan is not known.")
    static let schemaNotFound = code("18503", 500, "The credential schema is not known.")
    static let certificateMissing = code("18510", 400, "The provider's certificate is missing.")
    static let certificateIssuer = code("18511", 400, "The provider's certificate is not to be trusted.")
    static let credentialUnknown = code("18516", 500, "The credential is not known.")
    static let credentialRevoked = code("18518", 400, "The credential is revoked already.")

    // Errors about server tokens
    static let tokenExpired = code("19002", 400, "The server token has expired.")
    static let tokenInvalid = code("19003", 400, "The server token is invalid.")
    static let tokenUnknown = code("19004", 400, "The server token is not known.")

    static let unknown = code("90003", 500, "An unknown error occurred.")
}
