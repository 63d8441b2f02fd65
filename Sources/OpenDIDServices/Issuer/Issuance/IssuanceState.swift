import OpenDID_DataModel

/// An issuer's data of an issuance between its steps (OpenDID sheet 5.7).
struct IssuanceState: Sendable, Codable {
    /// The ID of the credential's plan.
    let planID: String
    /// The reference that the wallet receives through the trust agent, and returns in the encrypted request.
    let refID: String
    /// The offer, if there is one.
    let offerID: String?
    /// The data of the profile, after its step.
    var profile: Profile?
    /// The ID of the credential, after it was issued.
    var vcID: String?
    /// The credential's ID and time for a registry in another process. They are determined before the first request to it, so that a repetition
    /// registers the same credential.
    var draft: Draft?

    /// The parts of a credential that are determined before it is created.
    struct Draft: Sendable, Codable {
        let vcID: String
        /// The time of issue, in seconds since 1970.
        let created: Int64
    }

    /// Returns the data with a new draft, or `nil` if there is a draft already.
    func drafting(_ vcID: String, at now: UTCInstant) -> Self? {
        guard draft == nil else { return nil }
        var state = self
        state.draft = Draft(vcID: vcID, created: now.seconds)
        return state
    }

    /// The data that the profile determines.
    struct Profile: Sendable, Codable, Unprinted {
        let profileID: String
        /// The DID of the credential's holder.
        let holder: String
        /// The personal data that identifies the person at the trust agent.
        let pii: String?
        /// The issuerNonce, which is also the nonce of the channel.
        let nonce: String
        /// The channel's private key in multibase. It is deleted when the credential is issued.
        let channelKey: String
        /// The number of messages that could not be decrypted with the key.
        var undecryptable: Int?
    }

    /// Returns the data after a message that could not be decrypted. After ``HolderChannelKey/attempts`` of them, the profile is deleted.
    func afterUndecryptable() -> Self {
        var state = self
        let count = (profile?.undecryptable ?? 0) + 1
        state.profile?.undecryptable = count
        if count >= HolderChannelKey.attempts { state.profile = nil }
        return state
    }
}
