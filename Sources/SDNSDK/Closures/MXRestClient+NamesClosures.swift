/// Closure forms of asking for user names (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``isUsernameAvailable(_:)``.
    @discardableResult
    public func isUsernameAvailable(
        _ username: String, completion: @escaping @Sendable (MXResponse<MXUsernameAvailability>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.isUsernameAvailable(username) }
    }

    /// Hands over whether a user name is taken; a failure counts as not taken, as upstream has it.
    @discardableResult
    public func isUserNameInUse(_ username: String, completion: @escaping @Sendable (Bool) -> Void) -> MXHTTPOperation {
        adapt({ response in completion((try? response.get()) ?? false) }) { try await self.isUserNameInUse(username) }
    }

    /// Hands over why a user name cannot be registered, or nothing.
    @discardableResult
    public func testUserRegistration(_ username: String, callback: @escaping @Sendable (MXError?) -> Void) -> MXHTTPOperation {
        adapt({ response in callback((try? response.get()) ?? nil) }) { try await self.testUserRegistration(username) }
    }
}
