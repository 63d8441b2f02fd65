/// The API gateway's errors (OpenDID sheet 5.3).
enum GatewayError {
    static let bodyInvalid = ServiceErrorCode("SSRVAGW00100", 400, "The request cannot be processed.")
    static let documentUnreachable = ServiceErrorCode("SSRVAGW00200", 500, "The registry does not answer.")
    static let credentialUnreachable = ServiceErrorCode("SSRVAGW00201", 500, "The registry does not answer.")
    static let didUnknown = ServiceErrorCode("SSRVAGW00300", 400, "The DID is not known.")
    static let didInvalid = ServiceErrorCode("SSRVAGW00301", 400, "The DID is invalid.")
    static let credentialIDInvalid = ServiceErrorCode("SSRVAGW00400", 400, "The credential id is invalid.")
    static let credentialUnknown = ServiceErrorCode("SSRVAGW00401", 400, "The credential is not known.")
    static let zkpSchemaUnknown = ServiceErrorCode(
        "SSRVAGW00500", 400, "The schema of an anonymous credential is not known.")
    static let zkpDefinitionUnknown = ServiceErrorCode(
        "SSRVAGW00501", 400, "The definition of an anonymous credential is not known.")
    static let unknown = ServiceErrorCode("SSRVAGW99999", 500, "An unknown error occurred.")
}

/// The errors of the app provider's server (OpenDID sheet 5.3).
enum CASError {
    static let bodyInvalid = ServiceErrorCode("SCRVCFA00100", 400, "The request body cannot be processed.")
    /// The error for a request body that cannot be decoded.
    static let bodyUnreadable = bodyInvalid.under(500)
    static let userUnknown = ServiceErrorCode("SCRVCFA00400", 400, "There is no personal data of this user.")
    static let certificateMissing = ServiceErrorCode("SCRVCFA00401", 500, "The app provider has no certificate.")
    static let registryUnreachable = ServiceErrorCode("SCRVCFA00701", 500, "The registry does not answer.")
    static let unknown = ServiceErrorCode("SCRVCFA99999", 500, "An unknown error occurred.")
}

/// The wallet provider's errors, with upstream's numbers (did-wallet-server, `ErrorCode`).
enum WalletProviderError {
    static let bodyInvalid = ServiceErrorCode("SSRVWLT00502", 400, "The request body cannot be processed.")
    /// The error for a request body that cannot be decoded.
    static let bodyUnreadable = bodyInvalid.under(500)
    /// The error for an invalid DID document of a device. Upstream's release 2 uses the same number for another error too.
    static let documentInvalid = ServiceErrorCode("SSRVWLT00102", 400, "The device's DID document is invalid.")
    static let keyProofInvalid = ServiceErrorCode(
        "SSRVWLT00203", 400, "A key proof of the device's DID document is invalid.")
    static let certificateMissing = ServiceErrorCode("SSRVWLT00301", 500, "The wallet provider has no certificate.")
    static let registryUnreachable = ServiceErrorCode("SSRVWLT00602", 500, "The registry does not answer.")
    static let unknown = ServiceErrorCode("SSRVWLT00503", 500, "An unknown error occurred.")
}
