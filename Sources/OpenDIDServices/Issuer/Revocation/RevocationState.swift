import OpenDID_DataModel

/// The data of a revocation that the issuer stores between the steps (OpenDID sheet 5.9).
struct RevocationState: Sendable, Codable {
    /// The ID of the credential.
    let vcID: String
    /// The DID of the credential's subject, who alone may revoke it.
    let holder: String
    /// The nonce that the holder's signed request must contain.
    let nonce: String
    /// The authentication with which the holder must unlock the keys.
    let authType: VerifyAuthType
    /// True if the request was sent to the registry of another process. When the client repeats the request, the credential may therefore
    /// be revoked already.
    var isSent = false

    /// Returns the data after the request was sent to the registry.
    var sent: Self {
        var state = self
        state.isSent = true
        return state
    }
}
