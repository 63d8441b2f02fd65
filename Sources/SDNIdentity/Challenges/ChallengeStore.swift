import SDNWire

/// The challenges that wait for their signature. Each can be answered once, within its lifetime and before too many failures.
///
/// Each method is atomic, for all processes that share the store. If several instances of a server store their challenges in one
/// database, any of them can check the answer to a challenge that another one made:
///
/// - ``open(_:remote:)`` counts and inserts in one transaction.
/// - ``spend(_:)`` is one statement that changes the row only if the challenge is open and has not expired by the database's clock. One of
///   several simultaneous callers changes it.
/// - ``noteFailure(_:)`` is one statement that adds to the row's number of failures.
///
/// The store deletes expired challenges, a bounded number with each call.
package protocol ChallengeStore: Sendable {
    /// Stores a challenge. If the store is full, the oldest challenge of the remote network with the most challenges is deleted. A client that fills
    /// the store therefore does not keep others from logging in.
    /// - Throws: `M_LIMIT_EXCEEDED` if too many are open for `remote` (``ChallengeLimits/tooMany(_:)``).
    func open(_ challenge: Challenge, remote: String) async throws

    /// Returns the challenge with a nonce.
    /// - Throws: `M_FORBIDDEN` if the challenge is unknown or has ended (``ChallengeLimits/ended(_:)``). The message tells which, as far as the
    ///   store remembers it.
    func find(nonce: String) async throws -> Challenge

    /// Returns the open challenges of a DID with the time `updated`. The deprecated flow needs them, because its answer does not name the challenge.
    /// The challenges that `remote` requested come first, so that other clients cannot displace them, and newer ones come before older ones. The
    /// result has 1 to ``ChallengeLimits/candidates`` elements.
    /// - Throws: `M_FORBIDDEN` if there is none.
    func find(did: SDNDID, updated: String, remote: String) async throws -> [Challenge]

    /// Ends a challenge. Only one of several simultaneous callers succeeds.
    /// - Throws: `M_FORBIDDEN` if the challenge has already ended.
    func spend(_ challenge: Challenge) async throws

    /// Counts a failed answer. The challenge stays valid until ``ChallengeLimits/failures`` answers have failed.
    /// - Throws: errors of the store. If the challenge has ended, nothing happens.
    func noteFailure(_ challenge: Challenge) async throws
}

/// The reason why a challenge can no longer be answered.
package enum ChallengeEnd: String, Sendable {
    case used, expired, exhausted, evicted

    var text: String {
        switch self {
        case .used: "This login challenge has been used."
        case .expired: "This login challenge has expired."
        case .exhausted: "This login challenge had too many failed answers."
        case .evicted: "This login challenge was deleted, because too many were open."
        }
    }
}

/// The limits and the errors that all stores of challenges have in common.
package enum ChallengeLimits {
    /// Wrong answers to one login challenge.
    package static let failures = 5
    /// The most challenges that one answer of the deprecated flow is checked against.
    package static let candidates = 16

    /// Returns the error for an answer to a challenge that is not open.
    /// - Parameter end: the reason why it ended; `nil` if it is unknown.
    package static func ended(_ end: ChallengeEnd?) -> MatrixError {
        MatrixError(.forbidden, end?.text ?? "This login challenge is unknown.")
    }

    /// Returns the error for a remote network with too many open challenges.
    /// - Parameter wait: the time until the network's oldest challenge expires.
    package static func tooMany(_ wait: Duration) -> MatrixError {
        MatrixError(.limitExceeded, "Too many logins are in progress, so try again later.", retryAfter: wait)
    }
}
