import HeraldKeys

extension SignInMessage {
    /// Checks each field by the grammar of EIP-4361, and the length of the text.
    func requireGrammar() throws(MYKEYError) {
        try require(
            scheme.map { URIGrammar.isScheme(Array($0.utf8)) } ?? true, "scheme", "a scheme of RFC 3986 was expected")
        // User info before the host is refused, because it can make a domain look like another one.
        try require(
            URIGrammar.hostAndPort(Array(domain.utf8)[...]) != nil, "domain",
            "a host with an optional port was expected")
        try require(account.fits(chain.word), "account", "account and chain do not belong together")
        try require(
            address.map { ASCII.same($0.checksummed, account.text) } ?? true, "account",
            "the address has to carry its EIP-55 checksum")
        if let statement {
            let isLine =
                !statement.isEmpty
                && statement.utf8.allSatisfy { byte in
                    ASCII.isUnreserved(byte) || ASCII.isSubDelimiter(byte) || ASCII.isGeneralDelimiter(byte)
                        || byte == 0x20
                }
            try require(
                isLine, "statement",
                "one line of letters, digits, blanks and the reserved and unreserved marks of RFC 3986 was expected")
        }
        try require(URIGrammar.isURI(Array(uri.utf8)[...]), "URI", "a URI of RFC 3986 was expected")
        try require(chain.isInForm, "Chain ID", "a chain's number or antelope: and 32 lower-case digits was expected")
        try require(Self.isNonce(nonce), "Nonce", "8 or more letters and digits were expected")
        if let requestID {
            try require(
                URIGrammar.isPathCharacters(Array(requestID.utf8)[...]), "Request ID",
                "path characters of RFC 3986 were expected")
        }
        for (index, resource) in (resources ?? []).enumerated() {
            try require(
                URIGrammar.isURI(Array(resource.utf8)[...]), "Resources[\(index)]", "a URI of RFC 3986 was expected")
        }
        guard text.utf8.count <= MYKEYLimits.signInBytes else {
            throw MYKEYError(.tooLong, field: "message", reason: "longer than \(MYKEYLimits.signInBytes) bytes")
        }
    }

    static func isNonce(_ text: String) -> Bool { text.utf8.count >= 8 && text.utf8.allSatisfy(ASCII.isAlphanumeric) }

    private func require(_ holds: Bool, _ field: String, _ reason: String) throws(MYKEYError) {
        guard holds else { throw MYKEYError(.syntax, field: field, reason: reason) }
    }
}

extension SignInChain {
    var word: MYKEYChain {
        switch self {
        case .ethereum: .eth
        case .eos: .eos
        }
    }
}
