extension SignInMessage {
    /// The time after which a tagged login expires.
    public static let taggedLife: Duration = .seconds(300)

    /// Returns the message that accompanies a legacy login as its tagged login. The message names the domain and the URI of the server that
    /// receives the POST. The nonce consists of the letters and digits of the uuID. The message expires after 300 s. MYKEY sheet 9.5.
    /// - Parameters:
    ///   - login: the legacy login.
    ///   - serverURL: the URL to which the wallet POSTs both logins. Its query and fragment are left out of the
    ///     message.
    ///   - chain: the account's chain.
    ///   - returnsTo: the place to which the wallet brings the login's code. Defaults to `nil`, for a wallet that
    ///     brings no code.
    /// - Throws: ``MYKEYError`` when the URL has no domain, or when the uuID has fewer than 8 letters and digits.
    public static func tagged(
        _ login: LoginStatement, serverURL: String, chain: SignInChain, returnsTo: LoginReturn? = nil
    ) throws(MYKEYError) -> SignInMessage {
        let link = try LinkParts(serverURL)
        guard let domain = link.domain, !link.hasUserInfo else {
            throw MYKEYError(
                .syntax, field: "serverURL", reason: "a URL with a host and without user info was expected")
        }
        let account: AccountText
        switch login.account.form {
        case .eos: account = login.account
        // The legacy text may have the address in any letter case. This message has the address with its checksum.
        case .ethereum(let address): account = AccountText(address)
        }
        return try SignInMessage(
            domain: domain, account: account, statement: "Log in with MYKEY.",
            uri: "\(link.scheme)://\(domain)\(link.path)", chain: chain,
            nonce: nonce(uuID: login.uuID), issuedAt: SignInTime(login.timestamp),
            expirationTime: SignInTime(login.timestamp + Self.taggedLife),
            resources: returnsTo.map { [$0.resource] })
    }

    /// Returns the letters and digits of a uuID. Both the wallet and the server derive the nonce in this way.
    public static func nonce(uuID: String) -> String {
        String(decoding: uuID.utf8.filter(ASCII.isAlphanumeric), as: UTF8.self)
    }

    /// True if a text contains the words of a sign-in message, exactly or nearly. A user who signs such a text may log in to a server
    /// without knowing it (MYKEY sheet 8.5).
    public static func isResembled(by text: String) -> Bool {
        let letters = text.unicodeScalars.lazy.filter(\.properties.isAlphabetic).flatMap {
            $0.properties.lowercaseMapping.utf8
        }
        return containsSequence(Array(letters), Array("wantsyoutosigninwithyour".utf8))
    }

    private static func containsSequence(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}
