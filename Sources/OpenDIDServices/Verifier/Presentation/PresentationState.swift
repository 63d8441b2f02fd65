/// What a verifier remembers of an offer and of each profile under it (OpenDID sheet 5.8). Every profile has a transaction of its own, the
/// first one that of the offer, so that two wallets that scan one code do not disturb each other.
struct PresentationState: Sendable, Codable {
    /// The offer.
    let offerID: String
    /// What was asked; `nil` in the offer's own transaction before the first profile.
    var profile: Profile?

    /// What was asked, and the channel for the answer.
    struct Profile: Sendable, Codable, Unprinted {
        /// The profile in its canonical form: exactly what was asked for is what the answer is measured by.
        let text: String
        /// The verifierNonce; also the nonce of the channel.
        let nonce: String
        /// The channel's private key in multibase; forgotten as soon as a presentation was accepted.
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
