import HeraldKeys

/// A sign-in message of EIP-4361, and the same shape for an EOS account: it names who asks, who signs, until when, and a nonce of the
/// server's. MYKEY sheet 8.5, 9.5.
///
/// A message that was read and one that was made from values are built by the same grammar, so ``text`` reads back as the same message.
public struct SignInMessage: Sendable, Hashable {
    /// The scheme before the domain, when one is written.
    public let scheme: String?
    /// Host and optional port of whoever asks.
    public let domain: String
    /// Who signs: an address with its EIP-55 checksum, or an EOS name.
    public let account: AccountText
    /// One line for a person.
    public let statement: String?
    /// What the sign-in is for.
    public let uri: String
    /// The chain, and with it the words of the first line.
    public let chain: SignInChain
    /// The server's nonce: 8 or more letters and digits.
    public let nonce: String
    /// When it was made.
    public let issuedAt: SignInTime
    /// The first moment at which it no longer holds.
    public let expirationTime: SignInTime?
    /// The first moment at which it holds.
    public let notBefore: SignInTime?
    /// The asking system's own id; may be empty.
    public let requestID: String?
    /// URIs that the signer agrees to; `nil` when there is no `Resources:` line, which may also stand alone.
    public let resources: [String]?

    /// Makes a message from values.
    /// - Throws: ``MYKEYError`` that names the field which breaks the grammar.
    public init(
        scheme: String? = nil, domain: String, account: AccountText, statement: String? = nil, uri: String, chain: SignInChain, nonce: String,
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

    /// The Ethereum address of the signer; `nil` for an EOS account.
    public var address: EthereumAddress? {
        guard case .ethereum(let address) = account.form else { return nil }
        return address
    }

    /// The exact text that is signed: lines ended by LF but the last.
    public var text: String {
        var lines = [
            (scheme.map { "\($0)://" } ?? "") + domain + Self.phrase(chain.name), account.text, "",
        ]
        if let statement { lines.append(statement) }
        lines += ["", "URI: \(uri)", "Version: 1", "Chain ID: \(chain.text)", "Nonce: \(nonce)", "Issued At: \(issuedAt.text)"]
        if let expirationTime { lines.append("Expiration Time: \(expirationTime.text)") }
        if let notBefore { lines.append("Not Before: \(notBefore.text)") }
        if let requestID { lines.append("Request ID: \(requestID)") }
        if let resources { lines += ["Resources:"] + resources.map { "- \($0)" } }
        return lines.joined(separator: "\n")
    }

    /// The 32 bytes that are signed: the `personal_sign` digest of the text on Ethereum, its SHA-256 on EOS.
    public var signedDigest: [UInt8] {
        switch account.form {
        case .ethereum: PersonalMessage.digest(text)
        case .eos: LoginText.eosDigest(text)
        }
    }

    static func phrase(_ name: String) -> String { " wants you to sign in with your \(name) account:" }
}
