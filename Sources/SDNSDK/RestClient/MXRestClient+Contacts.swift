import SDNWire

/// What SendingNetwork added to Matrix (SDN sheet 2.1). A plain Matrix homeserver has none of it: each call then throws
/// ``MXError/unrecognized``, as it does for any endpoint that a node does not have.
extension MXRestClient {
    /// The user's contacts.
    /// - Parameter userId: the own user; nobody sees another's contacts.
    /// - Throws: ``MXError/forbidden``; ``MXError/unrecognized`` from a node without contacts.
    public func getContactsList(withUserId userId: String) async throws -> MXContactsListResponse {
        try await perform(Endpoints.contactsList, ProfileRequest(userID: userId), as: MXContactsListResponse.self)
    }

    /// Makes somebody or a room a contact. Of one that is a contact already the tags are replaced.
    /// - Parameters:
    ///   - userId: the own user.
    ///   - contactId: a user id or a room id.
    ///   - tags: what to file the contact under; `nil` for nothing.
    ///   - isRoom: whether `contactId` is a room's.
    public func addToFavorites(withUserId userId: String, contactId: String, tags: [String]? = nil, isRoom: Bool) async throws {
        _ = try await perform(Endpoints.setContact, ContactRequest(userID: userId, contactID: contactId, isRoom: isRoom, tags: tags))
    }

    /// Ends a contact. What is none already stays none.
    public func deleteFavorites(withUserId userId: String, contactId: String, isRoom: Bool) async throws {
        _ = try await perform(Endpoints.removeContact, ContactRequest(userID: userId, contactID: contactId, isRoom: isRoom))
    }

    /// Whether somebody or a room is a contact.
    public func isFavorite(withUserId userId: String, contactId: String, isRoom: Bool) async throws -> MXContactVerifyResponse {
        let answer = try await perform(Endpoints.isContact, ContactRequest(userID: userId, contactID: contactId, isRoom: isRoom))
        return MXContactVerifyResponse(isFavorite: answer.isContact)
    }

    /// Sets the user's own bio, which SendingNetwork calls a signature; it is no cryptographic one. At most 100 characters.
    public func setSignature(withUserId userId: String, signature: String) async throws {
        _ = try await perform(Endpoints.setProfileSignature, SetProfileSignatureRequest(userID: userId, signature: signature))
    }

    /// A user's bio; empty when there is none.
    public func getSignature(withUserId userId: String) async throws -> String {
        try await perform(Endpoints.profileSignature, ProfileRequest(userID: userId)).signature
    }

    /// A user's profile with what SendingNetwork adds to it.
    public func fullProfile(forUser userId: String) async throws -> MXFullProfile {
        MXFullProfile(try await perform(Endpoints.profile, ProfileRequest(userID: userId)))
    }

    /// The base URL for video meetings.
    /// - Throws: ``MXError/notFound`` when the node has no meeting server.
    public func getMeetingSvr() async throws -> String {
        try await perform(Endpoints.meetingServer, NoInput()).url
    }
}

/// A user's profile (SDN sheet 2.1).
public struct MXFullProfile: Sendable, Hashable {
    /// The user's name; `nil` when there is none.
    public let displayName: String?
    /// An `mxc://` URL; `nil` when there is none.
    public let avatarUrl: String?
    /// The wallet's address, EIP-55 with `0x`; `nil` for users without a wallet and on plain Matrix.
    public let walletAddress: String?
    /// The user's bio; `nil` when there is none.
    public let signature: String?

    init(_ wire: ProfileResponse) {
        displayName = wire.displayname
        avatarUrl = wire.avatarURL
        walletAddress = wire.walletAddress
        signature = wire.signature
    }
}
