import MYKEYWire

/// A server's challenge for a sign-in. Its nonce must be in the message that the wallet signs. Its session stays in the browser.
public struct SignInChallenge: Sendable, Hashable {
    /// The nonce for the message: 32 lower-case hexadecimal digits. It can be used for one sign-in.
    public let nonce: String
    /// The secret of the browser that asked for the challenge. No other program may receive it. The nonce cannot be used without it.
    public let session: LoginSession
    /// The server's domain.
    public let domain: String
    /// The time until which the nonce is valid.
    public let until: UnixTime
}

/// A successful sign-in.
public struct SignedIn: Sendable, Hashable {
    /// The account that signed in.
    public let account: LoginAccount
    /// The account as CAIP-10, for the server to store.
    public let caip10: String
    /// True if the account's reserved key signed. False if the key from which the Ethereum address is derived signed.
    public let isByReservedKey: Bool
    /// The time when the server accepted the sign-in.
    public let acceptedAt: UnixTime
}

/// The reason why a sign-in was rejected.
///
/// ```swift
/// do {
///     print(try await service.signIn(text, signature: signature, session: session).caip10)
/// } catch {
///     print(error.check == .upstream ? "Try again later" : "Not signed in", error.reason)
/// }
/// ```
public struct SignInFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The check that failed. The raw values are stable.
    public enum Check: String, Sendable, Hashable, CaseIterable {
        /// The text does not have the form of EIP-4361.
        case message
        /// The text has another domain or chain, or its time is outside the window.
        case context
        /// The nonce was not created for this session, has expired, or was used before.
        case nonce
        /// The account has no reserved key, and the key of its address did not sign either.
        case noKey = "no_key"
        /// The reserved key is frozen.
        case frozen
        /// The signature was not made by the account's key over this text.
        case signature
        /// There were too many requests or look-ups at the chain from this network address, or too many look-ups are running. A later
        /// attempt may succeed.
        case tooMany = "too_many"
        /// The key or the nonce could not be looked up. A later attempt may succeed.
        case upstream
    }

    /// The check that failed.
    public let check: Check
    /// A sentence for the server's log.
    public let reason: String

    /// Creates a failure.
    public init(_ check: Check, _ reason: String) {
        self.check = check
        self.reason = reason
    }

    public var description: String { "\(check.rawValue): \(reason)" }
}
