extension ServiceSecret {
    /// Refuses a token that is easy to guess. Code cannot detect if a token is random. Therefore this function only checks the length and
    /// the number of different characters. The token needs at least 22 characters, or 32 if all are hexadecimal digits, because such a
    /// token can contain 128 bits. At least 8 of the characters must be different.
    /// - Parameters:
    ///   - field: the token's name in the configuration.
    ///   - variable: the token's name in the environment.
    /// - Throws: ``ServicesError`` `configuration`. The sentence of the error explains how to create a token. It does not contain the
    /// refused token.
    func requireTokenStrength(_ field: String, variable: String) throws(ServicesError) {
        let bytes = Array(exposedText.utf8)
        let isHex = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
        guard bytes.count >= (isHex ? 32 : 22), Set(bytes).count >= 8 else {
            throw ServicesError(
                .configuration, field: field,
                reason: "a token of 128 bits or more expected, 22 random characters or 32 hexadecimal digits; "
                    + "`openssl rand -hex 16` makes one, to be put into \(variable)")
        }
        // Only visible ASCII characters and spaces are allowed, because a bearer token is sent in a header.
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ServicesError(.configuration, field: field, reason: "a token of visible ASCII characters expected")
        }
    }
}
