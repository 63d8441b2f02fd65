import OpenDID_DataModel

/// An issuer's data of a revocation between its steps (OpenDID sheet 5.9).
struct RevocationState: Sendable, Codable {
    /// The ID of the credential.
    let vcID: String
    /// The DID of the credential's subject, who alone may revoke it.
    let holder: String
    /// The nonce that the holder's signed request must contain.
    let nonce: String
    /// The authentication with which the holder must unlock the keys.
    let authType: VerifyAuthType
    /// True if the request was sent to the registry of another process. The credential may then be revoked already when the request is
    /// repeated.
    var isSent = false

    /// Returns the data for a request that is about to be sent.
    var sent: Self {
        var state = self
        state.isSent = true
        return state
    }
}
