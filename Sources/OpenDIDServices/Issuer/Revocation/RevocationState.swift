import OpenDID_DataModel

/// What an issuer remembers of a revocation between its steps (OpenDID sheet 5.9).
struct RevocationState: Sendable, Codable {
    /// The credential.
    let vcID: String
    /// The credential's subject: nobody else may have it revoked.
    let holder: String
    /// Expected back under the holder's signature.
    let nonce: String
    /// How the holder has to open the keys.
    let authType: VerifyAuthType
    /// True when the holder's wish was passed on to the registry of another process: then a credential that is revoked is no fault of the
    /// wish.
    var isSent: Bool?

    /// The same when the wish is about to be passed on.
    var sent: Self {
        var state = self
        state.isSent = true
        return state
    }
}
