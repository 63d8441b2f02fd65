import MYKEYWire

/// What a server remembers between callbacks: which logins it waits for, what was accepted, and what was replied.
///
/// Every call is atomic. All times are seconds since 1970.
public protocol ReplayStore: Sendable {
    /// Waits for a login.
    /// - Throws: ``MYKEYServicesError`` with code `value` when the uuID is waited for already.
    func expect(_ login: PendingLogin, now: Int64) async throws(MYKEYServicesError)

    /// Waits for logins under a stable user id until ``forget(uuID:)``: two-way binding. Binding it twice changes nothing.
    /// - Throws: ``MYKEYServicesError`` with code `value` when a login is pending under it.
    func bind(uuID: String, now: Int64) async throws(MYKEYServicesError)

    /// Waits no longer.
    func forget(uuID: String) async throws(MYKEYServicesError)

    /// How a login stands to the memory.
    func standing(of claim: LoginClaim, now: Int64) async throws(MYKEYServicesError) -> CallbackStanding

    /// The reply that this body got when it was accepted; `nil` when it was not, or too long ago.
    /// - Parameters:
    ///   - bodyDigest: SHA-256 of the body.
    ///   - now: the time, in seconds since 1970.
    func reply(to bodyDigest: [UInt8], now: Int64) async throws(MYKEYServicesError) -> StoredReply?

    /// Looks at the memory again and keeps the login, in one step: of two that come at once one is recorded.
    func record(_ record: LoginRecord, now: Int64) async throws(MYKEYServicesError) -> RecordOutcome

    /// What became of the login that a browser began. An accepted login that waits for its code is `pending` until ``claim(_:code:now:)``.
    func status(of session: LoginSession, now: Int64) async throws(MYKEYServicesError) -> LoginStatus

    /// Ends the wait of an accepted login for its code. A login is forgotten at the fifth wrong code.
    /// - Parameters:
    ///   - session: of the browser that began.
    ///   - code: SHA-256 of the code that it brings.
    ///   - now: the time, in seconds since 1970.
    /// - Returns: the login, when it waited and the code is its own.
    func claim(_ session: LoginSession, code: [UInt8], now: Int64) async throws(MYKEYServicesError) -> AcceptedLogin?

    /// Keeps a nonce for one sign-in.
    /// - Throws: ``MYKEYServicesError`` with code `value` when it is kept already.
    func keep(nonce: String, for session: LoginSession, until: Int64, now: Int64) async throws(MYKEYServicesError)

    /// Spends a nonce.
    /// - Returns: whether it was kept for this session, is not too old and had not been spent.
    func spend(nonce: String, for session: LoginSession, now: Int64) async throws(MYKEYServicesError) -> Bool
}
