import Foundation
import SDNClient

/// Closure forms of profiles (SDN sheet 3.1).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/setDisplayName(_:)``.
    @discardableResult
    public func setDisplayName(
        _ displayName: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setDisplayName(displayName) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/displayName(forUser:)``.
    @discardableResult
    public func displayName(
        forUser userId: String, completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.displayName(forUser: userId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setAvatarUrl(_:)``.
    /// - Parameters:
    ///   - url: an `mxc://` URL.
    ///   - completion: receives the outcome.
    @discardableResult
    public func setAvatarUrl(_ url: URL, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        adapt(completion) { try await self.setAvatarUrl(url) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/avatarUrl(forUser:)``.
    @discardableResult
    public func avatarUrl(forUser userId: String, completion: @escaping @Sendable (MXResponse<URL>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.avatarUrl(forUser: userId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/profile(forUser:)``. It passes the display name and the avatar URL to `completion`.
    @discardableResult
    public func profile(
        forUser userId: String, completion: @escaping @Sendable (MXResponse<(String?, String?)>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            let profile = try await self.profile(forUser: userId)
            return (profile.displayName, profile.avatarUrl)
        }
    }
}
