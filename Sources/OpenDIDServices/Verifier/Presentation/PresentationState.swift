/// A verifier's data of an offer and of each profile for it (OpenDID sheet 5.8). Every profile has a transaction of its own. The first one uses the
/// offer's. Two wallets that scan one code therefore do not disturb each other.
struct PresentationState: Sendable, Codable {
    /// The ID of the offer.
    let offerID: String
    var stage = Stage.offered

    enum Stage: Sendable, Codable {
        /// The offer's own transaction before the first profile.
        case offered
        case profiled(Profile)
        /// A presentation was accepted, or too many messages could not be decrypted. The profile was deleted.
        case closed
    }

    /// The profile and the channel for the answer.
    struct Profile: Sendable, Codable, Unprinted {
        /// The canonical JSON of the profile. The answer is checked against exactly this text.
        let text: String
        /// The verifierNonce, which is also the nonce of the channel.
        let nonce: String
        /// The channel's private key in multibase. It is deleted when a presentation was accepted.
        let channelKey: String
        /// The number of messages that could not be decrypted with the key.
        var undecryptable = 0
    }

    /// Returns the data after a message that could not be decrypted. After ``HolderChannelKey/attempts`` of them, the profile is deleted.
    func afterUndecryptable() -> Self {
        var state = self
        guard case .profiled(var profile) = stage else { return state }
        profile.undecryptable += 1
        state.stage = profile.undecryptable < HolderChannelKey.attempts ? .profiled(profile) : .closed
        return state
    }
}
