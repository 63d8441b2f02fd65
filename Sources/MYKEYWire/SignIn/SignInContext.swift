/// The values that a server expects in a sign-in message, and the time of the check. MYKEY sheet 8.5.
public struct SignInContext: Sendable, Hashable {
    /// The server's own domain. It is compared exactly.
    public var domain: String
    /// The nonce that the server created. The caller must ensure that the nonce is used only once.
    public var nonce: String
    /// The time of the check.
    public var now: SignInTime
    /// The expected chain.
    public var chain: SignInChain
    /// The expected scheme. It is compared only if the message names a scheme. `nil` accepts any scheme.
    public var scheme: String?

    /// Creates a context.
    public init(domain: String, nonce: String, now: SignInTime, chain: SignInChain, scheme: String? = nil) {
        self.domain = domain
        self.nonce = nonce
        self.now = now
        self.chain = chain
        self.scheme = scheme
    }
}

/// The reason why a valid message is not the message that a server expects. The raw values are stable.
public enum SignInRefusal: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The message is for another domain.
    case domain
    /// The message names another scheme.
    case scheme
    /// The nonce is not the nonce that the server created.
    case nonce
    /// The message has expired.
    case expired
    /// The message is not valid yet.
    case notYetValid = "not_yet_valid"
    /// The message is for another chain.
    case chain

    /// A sentence for people.
    public var description: String {
        switch self {
        case .domain: "the message is for another domain"
        case .scheme: "the message is for another scheme"
        case .nonce: "the nonce is not the one that the server issued"
        case .expired: "the message has expired"
        case .notYetValid: "the message is not valid yet"
        case .chain: "the message is for another chain"
        }
    }
}

extension SignInMessage {
    /// Returns the first reason, in the order of ``SignInRefusal``, why the message is not the expected one. Returns `nil` if it is the
    /// expected one. The signature is not checked.
    public func refusal(in context: SignInContext) -> SignInRefusal? {
        guard ASCII.same(domain, context.domain) else { return .domain }
        if let scheme, let expected = context.scheme, !ASCII.same(scheme, expected) { return .scheme }
        guard ASCII.same(nonce, context.nonce) else { return .nonce }
        if let expirationTime, !context.now.precedes(expirationTime) { return .expired }
        if let notBefore, context.now.precedes(notBefore) { return .notYetValid }
        guard chain == context.chain else { return .chain }
        return nil
    }
}
