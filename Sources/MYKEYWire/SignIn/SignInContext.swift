/// What a server expects of a sign-in message, and when it looks. MYKEY sheet 8.5.
public struct SignInContext: Sendable, Hashable {
    /// The server's own domain, exactly.
    public var domain: String
    /// The nonce that it handed out; that it is used once only is for the caller to see to.
    public var nonce: String
    /// The moment of looking.
    public var now: SignInTime
    /// The chain expected.
    public var chain: SignInChain
    /// The scheme expected where the message writes one; `nil` for any.
    public var scheme: String?

    /// What a server expects.
    public init(domain: String, nonce: String, now: SignInTime, chain: SignInChain, scheme: String? = nil) {
        self.domain = domain
        self.nonce = nonce
        self.now = now
        self.chain = chain
        self.scheme = scheme
    }
}

/// Why a message that is in form does not fit where it came. The raw value is stable.
public enum SignInRefusal: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It is for another domain.
    case domain
    /// It writes another scheme than the one expected.
    case scheme
    /// Its nonce is not the one handed out.
    case nonce
    /// It no longer holds.
    case expired
    /// It does not hold yet.
    case notYetValid = "not_yet_valid"
    /// It is for another chain.
    case chain

    /// A sentence for a person.
    public var description: String {
        switch self {
        case .domain: "the message is for another domain"
        case .scheme: "the message is for another scheme"
        case .nonce: "the nonce is not the one that was handed out"
        case .expired: "the message has expired"
        case .notYetValid: "the message is not valid yet"
        case .chain: "the message is for another chain"
        }
    }
}

extension SignInMessage {
    /// Why the message does not fit the context, the first reason in the order of ``SignInRefusal``; `nil` when it fits. Who signed it is
    /// another question.
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
