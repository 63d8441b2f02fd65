/// What a server hands out before a sign-in: the nonce goes into the text that the wallet signs, the session stays with the browser.
public struct SignInChallenge: Sendable, Hashable {
    /// For the text: 32 lower-case hexadecimal digits, for one sign-in.
    public let nonce: String
    /// For the browser that asked, and nobody else. Without it the nonce cannot be spent.
    public let session: LoginSession
    /// Whose sign-in it is: the server's domain.
    public let domain: String
    /// Until when the nonce is good; seconds since 1970.
    public let until: Int64
}

/// Who signed in.
public struct SignedIn: Sendable, Hashable {
    /// The account.
    public let account: LoginAccount
    /// The account as CAIP-10, for the server to keep.
    public let caip10: String
    /// Whether a reserved key signed; `false` when the key of the Ethereum address itself did.
    public let isByReservedKey: Bool
    /// When the server accepted it; seconds since 1970.
    public let acceptedAt: Int64
}

/// Why a sign-in was not accepted.
public struct SignInFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The check that failed. The raw value is stable.
    public enum Check: String, Sendable, Hashable, CaseIterable {
        /// The text is not in the form of EIP-4361.
        case message
        /// It is in form and does not fit: domain, chain, time.
        case context
        /// The nonce was not handed out to this session, is too old or has been used.
        case nonce
        /// The account has no reserved key, and its address did not sign either.
        case noKey = "no_key"
        /// The reserved key is frozen.
        case frozen
        /// The signature is not one of the account's key over this text.
        case signature
        /// Nobody could be asked for the key, or the nonce could not be looked at. Trying again later may help.
        case upstream
    }

    /// The check that failed.
    public let check: Check
    /// A sentence for the server's log.
    public let reason: String

    /// A failure with its reason.
    public init(_ check: Check, _ reason: String) {
        self.check = check
        self.reason = reason
    }

    public var description: String { "\(check.rawValue): \(reason)" }
}
