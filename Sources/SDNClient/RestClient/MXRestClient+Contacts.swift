import SDNValues
import SDNWire

/// Calls that SendingNetwork added to Matrix (SDN sheet 2.1). A plain Matrix homeserver has none of them. Each call then throws
/// ``MXError/unrecognized``, as for any endpoint that a node does not have.
extension MXRestClient {
    /// Returns the user's contacts.
    /// - Parameter userId: the client's own user. Nobody sees the contacts of another user.
    /// - Throws: ``/SDNValues/MXError/forbidden`` for another user; ``/SDNValues/MXError/unrecognized`` from a node without contacts.
    public func getContactsList(withUserId userId: String) async throws -> MXContactsListResponse {
        try await perform(Endpoints.contactsList, ProfileRequest(userID: userId), as: MXContactsListResponse.self)
    }

    /// Makes a user or a room a contact. For an existing contact the tags are replaced.
    /// - Parameters:
    ///   - userId: the client's own user.
    ///   - contactId: a user ID or a room ID.
    ///   - tags: the tags under which to file the contact; `nil` for none.
    ///   - isRoom: true if `contactId` is a room ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addToFavorites(withUserId userId: String, contactId: String, tags: [String]? = nil, isRoom: Bool)
        async throws
    {
        _ = try await perform(
            Endpoints.setContact, ContactRequest(userID: userId, contactID: contactId, isRoom: isRoom, tags: tags))
    }

    /// Removes a user or a room from the contacts. Does nothing when it is not a contact.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func deleteFavorites(withUserId userId: String, contactId: String, isRoom: Bool) async throws {
        _ = try await perform(
            Endpoints.removeContact, ContactRequest(userID: userId, contactID: contactId, isRoom: isRoom))
    }

    /// Returns whether a user or a room is a contact.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func isFavorite(withUserId userId: String, contactId: String, isRoom: Bool) async throws
        -> MXContactVerifyResponse
    {
        let answer = try await perform(
            Endpoints.isContact, ContactRequest(userID: userId, contactID: contactId, isRoom: isRoom))
        return MXContactVerifyResponse(isFavorite: answer.isContact)
    }

    /// Sets the user's own bio, which SendingNetwork calls a signature. It is not a cryptographic signature. It has at most 100 characters.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setSignature(withUserId userId: String, signature: String) async throws {
        _ = try await perform(
            Endpoints.setProfileSignature, SetProfileSignatureRequest(userID: userId, signature: signature))
    }

    /// Returns a user's bio; empty when there is none.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getSignature(withUserId userId: String) async throws -> String {
        try await perform(Endpoints.profileSignature, ProfileRequest(userID: userId)).signature
    }

    /// Returns a user's profile with SendingNetwork's additions.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func fullProfile(forUser userId: String) async throws -> MXFullProfile {
        MXFullProfile(try await perform(Endpoints.profile, ProfileRequest(userID: userId)))
    }

    /// Returns the base URL for video meetings.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the node has no meeting server.
    public func getMeetingSvr() async throws -> String {
        try await perform(Endpoints.meetingServer, NoInput()).url
    }
}

/// A user's profile (SDN sheet 2.1).
public struct MXFullProfile: Sendable, Hashable {
    /// The user's name; `nil` when there is none.
    public let displayName: String?
    /// The avatar, an `mxc://` URL; `nil` when there is none.
    public let avatarUrl: String?
    /// The wallet's address, in EIP-55 form with `0x`; `nil` for users without a wallet and on plain Matrix.
    public let walletAddress: String?
    /// The user's bio; `nil` when there is none.
    public let signature: String?

    init(_ wire: ProfileResponse) {
        displayName = wire.displayname
        avatarUrl = AvatarAddress.checked(wire.avatarURL)
        walletAddress = wire.walletAddress
        signature = wire.signature
    }
}
