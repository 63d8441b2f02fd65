/// A running interactive authentication.
package struct AuthSession: Sendable, Hashable {
    package let id: String
    package let user: String
    package let operation: InteractiveAuth.Operation
    /// The challenge for the account's wallet; `nil` for an account with a password.
    package let challenge: Challenge?
    package let stage: String
    /// True if the operation is allowed, and may be repeated.
    package var isComplete: Bool

    package init(
        id: String, user: String, operation: InteractiveAuth.Operation, challenge: Challenge?, stage: String,
        isComplete: Bool = false
    ) {
        self.id = id
        self.user = user
        self.operation = operation
        self.challenge = challenge
        self.stage = stage
        self.isComplete = isComplete
    }
}

/// The running interactive authentications. Each method is atomic, for all processes that share the store.
package protocol AuthSessionStore: Sendable {
    /// Stores a session. If the user has too many, the user's oldest is deleted. If there are too many in all, the oldest ones of
    /// the users with the most are deleted.
    /// - Throws: errors of the store.
    func open(_ session: AuthSession) async throws

    /// Returns the user's session with this ID; `nil` if there is none or it has expired.
    /// - Throws: errors of the store.
    func find(_ id: String, user: String) async throws -> AuthSession?

    /// Completes a session after a good proof. If its operation may not be repeated, the session ends.
    /// - Returns: false if the operation may not be repeated and another request has ended the session.
    /// - Throws: errors of the store.
    func complete(_ session: AuthSession) async throws -> Bool

    /// Counts a failure. After a few failures the session ends, and its text can no longer be signed.
    /// - Throws: errors of the store.
    func noteFailure(_ session: AuthSession) async throws
}
