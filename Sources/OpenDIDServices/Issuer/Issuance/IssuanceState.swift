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
    /// The credential as it will be entered into the registry of another process: settled before that is asked for the first time, so that
    /// a repetition enters the same one.
    var draft: Draft?

    /// What is settled of a credential before it is made.
    struct Draft: Sendable, Codable {
        let vcID: String
        /// When it is issued, in seconds since 1970.
        let created: Int64
    }

    /// With a draft; `nil` when there is one.
    func drafting(_ vcID: String, at now: UTCInstant) -> Self? {
        guard draft == nil else { return nil }
        var state = self
        state.draft = Draft(vcID: vcID, created: now.seconds)
        return state
    }

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
        /// How many messages did not decrypt under it.
        var undecryptable: Int?
    }

    /// What is known after a message that did not decrypt: the profile is spent after ``HolderChannelKey/attempts`` of them.
    func afterUndecryptable() -> Self {
        var state = self
        let count = (profile?.undecryptable ?? 0) + 1
        state.profile?.undecryptable = count
        if count >= HolderChannelKey.attempts { state.profile = nil }
        return state
    }
}
