import OpenDID_DataModel

/// What an issuer remembers of an issuance between its steps (OpenDID sheet 5.7).
struct IssuanceState: Sendable, Codable {
    /// The plan of the credential.
    let planID: String
    /// Given to the wallet through the TAS, expected back inside the encrypted request.
    let refID: String
    /// The offer, when there was one.
    let offerID: String?
    /// What the profile settled, once it was made.
    var profile: Profile?
    /// The credential, once it was issued.
    var vcID: String?

    /// What the profile settled.
    struct Profile: Sendable, Codable, Unprinted {
        let profileID: String
        /// Whom the credential is for.
        let holder: String
        /// What the TAS knows the person by.
        let pii: String?
        /// The issuerNonce; also the nonce of the channel.
        let nonce: String
        /// The channel's private key in multibase; forgotten as soon as the credential is on its way.
        let channelKey: String
    }
}
