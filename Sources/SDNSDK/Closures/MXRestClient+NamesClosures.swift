import SDNClient
import SDNValues

/// Closure forms of the calls about user names (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/isUsernameAvailable(_:)``.
    @discardableResult
    public func isUsernameAvailable(
        _ username: String, completion: @escaping @Sendable (MXResponse<MXUsernameAvailability>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.isUsernameAvailable(username) }
    }

    /// Passes true to `completion` when the user name is taken. After a failure it passes false, as the original SDK does.
    @discardableResult
    public func isUserNameInUse(_ username: String, completion: @escaping @Sendable (Bool) -> Void) -> MXHTTPOperation {
        adapt({ response in completion((try? response.get()) ?? false) }) { try await self.isUserNameInUse(username) }
    }

    /// Passes to `callback` the reason why a user name cannot be registered. Passes `nil` when the name can be registered, and also after a
    /// failure.
    @discardableResult
    public func testUserRegistration(_ username: String, callback: @escaping @Sendable (MXError?) -> Void)
        -> MXHTTPOperation
    {
        adapt({ response in callback((try? response.get()) ?? nil) }) { try await self.testUserRegistration(username) }
    }
}
