import MYKEYWire

/// The data that a server stores between callbacks: the expected logins, the accepted logins, and the replies.
///
/// Every method makes all of its changes or none.
public protocol ReplayStore: Sendable {
    /// Stores a login that is expected from now on.
    /// - Throws: ``MYKEYServicesError`` with code `value` when the uuID is already expected.
    func expect(_ login: PendingLogin, now: UnixTime) async throws(MYKEYServicesError)

    /// Expects logins with a permanent user id until ``forget(uuID:)`` (two-way binding). Only one account may log in with the id.
    /// - Parameters:
    ///   - uuID: the user id.
    ///   - account: the user's account. If it is `nil`, ``record(_:now:)`` stores the account of the first login that it accepts. An
    ///     account that is already stored stays.
    ///   - now: the current time.
    /// - Throws: ``MYKEYServicesError`` with code `value` if a login with this id is pending, or if the id is bound to another account.
    func bind(uuID: String, account: LoginAccount?, now: UnixTime) async throws(MYKEYServicesError)

    /// Stops expecting logins with this uuID.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func forget(uuID: String) async throws(MYKEYServicesError)

    /// Compares a login with the stored data.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func standing(of claim: LoginClaim, now: UnixTime) async throws(MYKEYServicesError) -> CallbackStanding

    /// Returns the reply that this body got when it was accepted. Returns `nil` if the body was not accepted, or if that was too long ago.
    /// - Parameters:
    ///   - bodyDigest: the SHA-256 hash of the body.
    ///   - now: the current time.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func reply(to bodyDigest: [UInt8], now: UnixTime) async throws(MYKEYServicesError) -> StoredReply?

    /// Compares the login with the stored data again and stores the login, in one step. If two calls are made at the same time, only one of
    /// them stores a login. If the login is of a bound user without an account, the same step stores the account.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func record(_ record: LoginRecord, now: UnixTime) async throws(MYKEYServicesError) -> RecordOutcome

    /// Returns the state of the login that a browser began. An accepted login that waits for its code is `pending` until
    /// ``claim(_:code:now:)`` succeeds.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func status(of session: LoginSession, now: UnixTime) async throws(MYKEYServicesError) -> LoginStatus

    /// Ends the wait of an accepted login, if the code is right. The fifth wrong code deletes the login.
    /// - Parameters:
    ///   - session: the session of the browser that began the login.
    ///   - code: the SHA-256 hash of the code that the browser sent.
    ///   - now: the current time.
    /// - Returns: the login, or `nil` if no login waited or if the code is wrong.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func claim(_ session: LoginSession, code: [UInt8], now: UnixTime) async throws(MYKEYServicesError) -> AcceptedLogin?

    /// True if ``markAnnounced(_:)`` was called for a login, or if the store does not have the login any more. `nil` if the store does not record
    /// announcements, which is the default. A login is then not announced again after the process ended in the middle of its announcement.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func isAnnounced(_ login: AcceptedLogin) async throws(MYKEYServicesError) -> Bool?

    /// Records that the server's `onLogin` has returned for a login. Until then, a repeated body or status announces the login again.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func markAnnounced(_ login: AcceptedLogin) async throws(MYKEYServicesError)

    /// Stores a nonce for one sign-in.
    /// - Throws: ``MYKEYServicesError`` with code `value` if the nonce is already stored.
    func keep(nonce: String, for session: LoginSession, until: UnixTime, now: UnixTime) async throws(MYKEYServicesError)

    /// Uses a nonce up: deletes it, so that a later call with the nonce returns false.
    /// - Returns: true when the nonce was stored for this session, has not expired and was not used before.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    func spend(nonce: String, for session: LoginSession, now: UnixTime) async throws(MYKEYServicesError) -> Bool
}

extension ReplayStore {
    /// Returns `nil`.
    public func isAnnounced(_ login: AcceptedLogin) async throws(MYKEYServicesError) -> Bool? { nil }
    /// Does nothing.
    public func markAnnounced(_ login: AcceptedLogin) async throws(MYKEYServicesError) {}
}
