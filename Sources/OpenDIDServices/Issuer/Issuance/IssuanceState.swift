import HeraldKeys
import OpenDID_DataModel

/// The data of an issuance that the issuer stores between the steps (OpenDID sheet 5.7).
struct IssuanceState: Sendable, Codable {
    /// The ID of the credential's plan.
    let planID: String
    /// The reference to the issuance. The wallet receives it through the trust agent, and returns it in the encrypted request.
    let refID: String
    /// The ID of the offer, if there is one.
    let offerID: String?
    /// The last completed step, with the data that the later steps need.
    var stage = Stage.inspected

    enum Stage: Sendable, Codable {
        case inspected
        case profiled(Profile)
        /// The credential is being registered in the registry of another process. Its ID and time of issue were stored before the first
        /// request to the registry, so that a repeated request registers the same credential.
        case drafted(Profile, Draft)
        /// Too many messages could not be decrypted, and the profile was deleted.
        case closed
        case issued(vcID: String)
    }

    /// The parts of a credential that are determined before the credential is registered.
    struct Draft: Sendable, Codable {
        let vcID: String
        /// The time of issue.
        let created: StoredSeconds
    }

    /// Returns the data with a new draft of the credential. Returns `nil` if there is already a draft, or if there is no profile.
    func drafting(_ vcID: String, at now: UTCInstant) -> Self? {
        guard case .profiled(let profile) = stage else { return nil }
        var state = self
        state.stage = .drafted(profile, Draft(vcID: vcID, created: StoredSeconds(now)))
        return state
    }

    /// The data that is determined when the profile is created.
    struct Profile: Sendable, Codable, Unprinted {
        let profileID: String
        /// The DID of the credential's holder.
        let holder: String
        /// The personal data that identifies the person at the trust agent.
        let pii: String?
        /// The nonce of the profile, `issuerNonce`. The channel uses the same nonce.
        let nonce: String
        /// The channel's private key in multibase. It is deleted when the credential is issued.
        let channelKey: String
        /// The number of received messages that could not be decrypted with the channel's key.
        var undecryptable = 0
        /// The channel's key in the process that created the profile. It is not stored.
        var key: HolderChannelKey?

        private enum CodingKeys: String, CodingKey { case profileID, holder, pii, nonce, channelKey, undecryptable }

        /// Returns the issuer's half of the channel.
        /// - Throws: `KeysError` if the stored key is malformed.
        func channelHalf() throws(KeysError) -> HolderChannelKey {
            if let key { return key }
            return try HolderChannelKey(nonce: nonce, exposedKey: try Multibase.decode(channelKey).bytes)
        }

        /// The profile after one more message that could not be decrypted, or `nil` if ``HolderChannelKey/attempts`` is reached.
        var afterUndecryptable: Self? {
            var profile = self
            profile.undecryptable += 1
            return profile.undecryptable < HolderChannelKey.attempts ? profile : nil
        }
    }

    /// The profile, and the draft of the credential if it exists. The value is `nil` before the profile is created, and after the
    /// credential was issued or the profile was deleted.
    var profile: (Profile, draft: Draft?)? {
        switch stage {
        case .profiled(let profile): (profile, nil)
        case .drafted(let profile, let draft): (profile, draft)
        case .inspected, .closed, .issued: nil
        }
    }

    /// Returns the data after one more message that could not be decrypted. If ``HolderChannelKey/attempts`` is reached, the profile is
    /// deleted.
    func afterUndecryptable() -> Self {
        var state = self
        switch stage {
        case .profiled(let profile): state.stage = profile.afterUndecryptable.map { .profiled($0) } ?? .closed
        case .drafted(let profile, let draft):
            state.stage = profile.afterUndecryptable.map { .drafted($0, draft) } ?? .closed
        case .inspected, .closed, .issued: break
        }
        return state
    }
}
