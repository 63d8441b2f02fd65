import Foundation
import SDNWire

/// The session's own user, who can be changed from here (SDN sheet 4.5).
public final class MXMyUser: MXUser, @unchecked Sendable {
    // Unchecked as the class above is; here only the reference to the session changes, to nil, which the runtime guards.
    private let client: MXRestClient
    private weak var session: MXSession?

    init(_ profile: MXUserProfile, session: MXSession) {
        self.client = session.sdnRestClient
        self.session = session
        super.init(profile)
    }

    /// Says whether the user is there, and keeps saying so with every sync.
    /// - Parameters:
    ///   - presence: any but ``MXPresence/unknown``.
    ///   - statusMessage: what others see beside it; `nil` clears it.
    public func setPresence(_ presence: MXPresence, statusMessage: String? = nil) async throws {
        let before = session?.preferredSyncPresence
        // Before the node is told, so that no sync in between says otherwise.
        session?.preferredSyncPresence = presence
        do {
            try await client.setPresence(presence, statusMessage: statusMessage)
        } catch {
            if let before { session?.preferredSyncPresence = before }
            throw error
        }
        session?.callOffSync(notSaying: presence)
        update(presence: presence, statusMsg: statusMessage, lastActiveAgo: nil, currentlyActive: presence == .online)
    }

    /// Names the user in every room; an empty text takes the name away.
    public func setDisplayName(_ displayName: String) async throws {
        try await client.setDisplayName(displayName)
        var profile = profile
        profile.displayname = displayName.isEmpty ? nil : displayName
        update(profile)
    }

    /// Gives the user a picture in every room.
    /// - Parameter url: an `mxc://` URL.
    public func setAvatarUrl(_ url: URL) async throws {
        try await client.setAvatarUrl(url)
        var profile = profile
        profile.avatarUrl = url.absoluteString
        update(profile)
    }
}

extension MXSession {
    /// The object for a user who was not known before.
    func makeUser(_ profile: MXUserProfile) -> MXUser {
        profile.userId == myUserId ? MXMyUser(profile, session: self) : MXUser(profile)
    }
}
