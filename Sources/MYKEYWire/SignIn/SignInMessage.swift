import HeraldKeys

/// A sign-in message of EIP-4361 or of the same form for an EOS account. It names the server, the account that signs, the expiry and the
/// server's nonce. MYKEY sheet 8.5, 9.5.
///
/// Messages that are read and messages that are created follow the same grammar. Reading the ``text`` of a message therefore gives the same
/// message.
///
/// ```swift
/// let message = try SignInMessage(text: text)   // throws for a text that EIP-4361 does not allow
/// let context = SignInContext(domain: "harbour.example", nonce: nonce, now: now, chain: message.chain)
/// if let refusal = message.refusal(in: context) { print(refusal) } else { print(message.account) }
/// ```
public struct SignInMessage: Sendable, Hashable {
    /// The scheme before the domain, or `nil` when the message has none.
    public let scheme: String?
    /// The host and optional port of the server that requests the sign-in.
    public let domain: String
    /// The account that signs: an address with its EIP-55 checksum, or an EOS name.
    public let account: AccountText
    /// A line of text for the user.
    public let statement: String?
    /// The URI to which the user signs in.
    public let uri: String
    /// The chain. It also determines the words of the first line.
    public let chain: SignInChain
    /// The server's nonce, at least 8 letters and digits.
    public let nonce: String
    /// The time when the message was created.
    public let issuedAt: SignInTime
    /// The first point in time at which the message is no longer valid.
    public let expirationTime: SignInTime?
    /// The first point in time at which the message is valid.
    public let notBefore: SignInTime?
    /// An id that the requesting system defines. May be empty.
    public let requestID: String?
    /// URIs that the signer agrees to. `nil` if the message has no `Resources:` line. An empty array if that line is not followed by
    /// entries.
    public let resources: [String]?

    /// Creates a message.
    /// - Throws: ``MYKEYError`` naming the field that violates the grammar.
    public init(
        scheme: String? = nil, domain: String, account: AccountText, statement: String? = nil, uri: String,
        chain: SignInChain, nonce: String,
        issuedAt: SignInTime, expirationTime: SignInTime? = nil, notBefore: SignInTime? = nil, requestID: String? = nil,
        resources: [String]? = nil
    ) throws(MYKEYError) {
        self.scheme = scheme
        self.domain = domain
        self.account = account
        self.statement = statement
        self.uri = uri
        self.chain = chain
        self.nonce = nonce
        self.issuedAt = issuedAt
        self.expirationTime = expirationTime
        self.notBefore = notBefore
        self.requestID = requestID
        self.resources = resources
        try requireGrammar()
    }

    /// The signer's Ethereum address. `nil` for an EOS account.
    public var address: EthereumAddress? {
        guard case .ethereum(let address) = account.form else { return nil }
        return address
    }

    /// The exact text to sign. Every line except the last ends with LF.
    public var text: String {
        var lines = [
            (scheme.map { "\($0)://\(domain)" } ?? domain) + Self.phrase(chain.name), account.text, "",
        ]
        if let statement { lines.append(statement) }
        lines += [
            "", "URI: \(uri)", "Version: 1", "Chain ID: \(chain.text)", "Nonce: \(nonce)",
            "Issued At: \(issuedAt.text)",
        ]
        if let expirationTime { lines.append("Expiration Time: \(expirationTime.text)") }
        if let notBefore { lines.append("Not Before: \(notBefore.text)") }
        if let requestID { lines.append("Request ID: \(requestID)") }
        if let resources { lines += ["Resources:"] + resources.map { "- \($0)" } }
        return lines.joined(separator: "\n")
    }

    /// The 32-byte digest to sign. On Ethereum it is the `personal_sign` digest of the text, and on EOS it is SHA-256 of the text.
    public var signedDigest: [UInt8] {
        switch account.form {
        case .ethereum: PersonalMessage.digest(text)
        case .eos: LoginText.eosDigest(text)
        }
    }

    static func phrase(_ name: String) -> String { " wants you to sign in with your \(name) account:" }
}
