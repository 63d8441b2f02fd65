import Foundation
import SDNClient
import SDNValues
import SDNWire

/// The session's own user, whose profile and presence can be changed (SDN sheet 4.5).
///
/// `@unchecked Sendable`: its only property of its own never changes and is `Sendable`. The locks of ``MXUser`` protect the rest.
///
/// ```swift
/// try await session.myUser?.setDisplayName("Ann")
/// try await session.myUser?.setPresence(.unavailable, statusMessage: "at lunch")
/// ```
public final class MXMyUser: MXUser, @unchecked Sendable {
    // Unchecked like its superclass. The only property that changes is the weak reference to the session. The runtime sets it to nil in a thread-safe
    // way.
    private let client: MXRestClient
    private weak var session: MXSession?

    init(_ profile: MXUserProfile, session: MXSession) {
        self.client = session.sdnRestClient
        self.session = session
        super.init(profile)
    }

    /// Sets the user's presence, and repeats it with every sync.
    /// - Parameters:
    ///   - presence: any presence except ``/SDNValues/MXPresence/unknown``.
    ///   - statusMessage: the text that others see beside it; `nil` clears it.
    /// - Throws: the errors of ``/SDNClient/MXRestClient/setPresence(_:statusMessage:)``.
    public func setPresence(_ presence: MXPresence, statusMessage: String? = nil) async throws {
        let before = session?.preferredSyncPresence
        // The presence is set before the request, so that a sync in between does not announce the old one.
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

    /// Sets the user's name in every room. An empty string removes it.
    /// - Throws: the errors of ``/SDNClient/MXRestClient/setDisplayName(_:)``.
    public func setDisplayName(_ displayName: String) async throws {
        try await client.setDisplayName(displayName)
        var profile = profile
        profile.displayname = displayName.isEmpty ? nil : displayName
        update(profile)
    }

    /// Sets the user's avatar in every room.
    /// - Parameter url: an `mxc://` URL.
    /// - Throws: the errors of `MXRestClient.setAvatarUrl(_:)`.
    public func setAvatarUrl(_ url: URL) async throws {
        try await client.setAvatarUrl(url)
        var profile = profile
        profile.avatarUrl = url.absoluteString
        update(profile)
    }
}
