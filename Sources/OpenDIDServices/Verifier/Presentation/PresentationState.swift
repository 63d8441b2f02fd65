import HeraldKeys
import OpenDID_DataModel

/// The data that a verifier stores between the steps, for an offer and for each profile of the offer (OpenDID sheet 5.8). Every profile has
/// a transaction of its own. The first profile uses the transaction of the offer. Two wallets that scan one QR code therefore do not
/// conflict.
struct PresentationState: Sendable, Codable {
    /// The ID of the offer.
    let offerID: String
    var stage = Stage.offered

    enum Stage: Sendable, Codable {
        /// The transaction of the offer, before the first profile.
        case offered
        case profiled(Profile)
        /// A presentation was accepted. The profile was deleted.
        case closed
    }

    /// The profile and the channel for the answer.
    struct Profile: Sendable, Codable, Unprinted {
        /// The canonical JSON of the profile. The presentation is checked against exactly this text.
        let text: String
        /// The nonce of the profile, `verifierNonce`. The channel uses the same nonce.
        let nonce: String
        /// The channel's private key in multibase. It is deleted when a presentation was accepted.
        let channelKey: String
        /// The number of received messages that could not be decrypted with the channel's key, by the DIDs that signed their halves of the
        /// channel. Another party who has seen the QR code can send such messages too, and must not close the profile for the holder.
        var failures: [String: Int]?
        /// The channel's key and the profile in the process that created them. They are not stored.
        var ready: Ready?

        /// The parts of a profile that were read already.
        struct Ready: Sendable {
            let key: HolderChannelKey
            /// The profile with exactly the content of ``Profile/text``.
            let profile: VerifyProfile
        }

        private enum CodingKeys: String, CodingKey { case text, nonce, channelKey, failures }

        /// Returns the verifier's half of the channel.
        /// - Throws: `KeysError` if the stored key is malformed.
        func channelHalf() throws(KeysError) -> HolderChannelKey {
            if let ready { return ready.key }
            return try HolderChannelKey(nonce: nonce, exposedKey: try Multibase.decode(channelKey).bytes)
        }

        /// True if a signer has sent too many messages that could not be decrypted.
        func refuses(_ signer: String) -> Bool { failures?[signer] ?? 0 >= HolderChannelKey.attempts }

        /// Returns the profile.
        /// - Throws: `JSONError` if the stored text is malformed.
        func profile() throws -> VerifyProfile { try ready?.profile ?? VerifyProfile(jsonBytes: Array(text.utf8)) }
    }

    /// Returns the data after one more message that could not be decrypted.
    ///
    /// Failures never close the profile, because anyone can register wallets and send such messages in their names. Other limits bound the
    /// work: `ServiceLimits.presentations` for the messages of an address, `ServiceLimits.wallets` for the signers of an address,
    /// `ServiceLimits.begunTransaction` for the life of the profile, and ``HolderChannelKey/signers`` for the size of the data. Above the
    /// latter, the signer with the fewest failures is forgotten.
    func afterUndecryptable(by signer: String) -> Self {
        var state = self
        guard case .profiled(var profile) = stage else { return state }
        var failures = profile.failures ?? [:]
        if failures[signer] == nil, failures.count >= HolderChannelKey.signers,
            let least = failures.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        {
            failures[least.key] = nil
        }
        failures[signer, default: 0] += 1
        profile.failures = failures
        state.stage = .profiled(profile)
        return state
    }
}
