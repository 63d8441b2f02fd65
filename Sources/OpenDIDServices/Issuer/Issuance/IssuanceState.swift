import OpenDID_DataModel

/// An issuer's data of an issuance between its steps (OpenDID sheet 5.7).
struct IssuanceState: Sendable, Codable {
    /// The ID of the credential's plan.
    let planID: String
    /// The reference that the wallet receives through the trust agent, and returns in the encrypted request.
    let refID: String
    /// The offer, if there is one.
    let offerID: String?
    /// The last completed step, with the data that the later steps need.
    var stage = Stage.inspected

    enum Stage: Sendable, Codable {
        case inspected
        case profiled(Profile)
        /// The credential is registered in another process, under an ID and with a time that were determined before the first request to it, so
        /// that a repetition registers the same credential.
        case drafted(Profile, Draft)
        /// Too many messages could not be decrypted, and the profile was deleted.
        case closed
        case issued(vcID: String)
    }

    /// The parts of a credential that are determined before it is created.
    struct Draft: Sendable, Codable {
        let vcID: String
        /// The time of issue.
        let created: StoredSeconds
    }

    /// Returns the data with a new draft, or `nil` if there is a draft already or no profile.
    func drafting(_ vcID: String, at now: UTCInstant) -> Self? {
        guard case .profiled(let profile) = stage else { return nil }
        var state = self
        state.stage = .drafted(profile, Draft(vcID: vcID, created: StoredSeconds(now)))
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
        var undecryptable = 0

        /// Returns the profile after a message that could not be decrypted, or `nil` after ``HolderChannelKey/attempts`` of them.
        var afterUndecryptable: Self? {
            var profile = self
            profile.undecryptable += 1
            return profile.undecryptable < HolderChannelKey.attempts ? profile : nil
        }
    }

    /// The profile until the credential is issued, with the draft if there is one.
    var profile: (Profile, draft: Draft?)? {
        switch stage {
        case .profiled(let profile): (profile, nil)
        case .drafted(let profile, let draft): (profile, draft)
        case .inspected, .closed, .issued: nil
        }
    }

    /// Returns the data after a message that could not be decrypted. After ``HolderChannelKey/attempts`` of them, the profile is deleted.
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
