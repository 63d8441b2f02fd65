import Foundation
import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sets the user's own name. An empty one clears it (SDN sheet 3.1).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setDisplayName(_ displayName: String) async throws {
        let request = SetProfileFieldRequest(
            userID: try ownUserId(Endpoints.setProfileField.name), field: .displayname, value: displayName)
        _ = try await perform(Endpoints.setProfileField, request)
    }

    /// Returns a user's name.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the user has no name.
    public func displayName(forUser userId: String) async throws -> String {
        try await field(.displayname, of: userId)
    }

    /// Sets the user's own avatar.
    /// - Parameter url: an `mxc://` URL.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setAvatarUrl(_ url: URL) async throws {
        let request = SetProfileFieldRequest(
            userID: try ownUserId(Endpoints.setProfileField.name), field: .avatarURL, value: url.absoluteString)
        _ = try await perform(Endpoints.setProfileField, request)
    }

    /// Returns a user's avatar, an `mxc://` URL.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the user has none; ``/SDNValues/SDNSDKError`` with code `malformedResponse` when it is
    ///   another URL, which a stranger may have set to learn the user's IP address.
    public func avatarUrl(forUser userId: String) async throws -> URL {
        let text = try await field(.avatarURL, of: userId)
        guard let url = AvatarAddress.checked(text).flatMap(URL.init(string:)) else {
            throw SDNSDKError(
                .malformedResponse, field: "avatar_url", endpoint: Endpoints.profileField.name,
                reason: "expected an mxc:// URL")
        }
        return url
    }

    /// Returns a user's name and avatar (an `mxc://` URL), each `nil` when it is not set.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func profile(forUser userId: String) async throws -> (displayName: String?, avatarUrl: String?) {
        let profile = try await perform(Endpoints.profile, ProfileRequest(userID: userId))
        return (profile.displayname, AvatarAddress.checked(profile.avatarURL))
    }

    /// The ID of the client's own user.
    func ownUserId(_ endpoint: String) throws -> String {
        guard let userId = credentials.userId, !userId.isEmpty else {
            throw SDNSDKError(
                .missingCredentials, field: "userId", endpoint: endpoint, reason: "this call needs the user's ID")
        }
        return userId
    }

    private func field(_ field: ProfileField, of userId: String) async throws -> String {
        let content = try await perform(
            Endpoints.profileField, ProfileFieldRequest(userID: userId, field: field), as: ObjectContent.self
        ).content
        guard let text = content[field.rawValue]?.stringValue, !text.isEmpty else {
            throw MXError(
                errcode: MXError.notFound.errcode, error: "the user has no \(field.rawValue)",
                endpoint: Endpoints.profileField.name)
        }
        return text
    }
}
