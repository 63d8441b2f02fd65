extension ServiceSecret {
    /// Refuses a token that can be guessed. What is random cannot be told from what looks so: this asks for the length that 128 bits take, 22
    /// characters or 32 hexadecimal digits, and for more than a few different characters.
    /// - Parameters:
    ///   - field: what the configuration calls it.
    ///   - variable: what the environment calls it.
    /// - Throws: ``ServicesError`` `configuration`, which says how to make one and nothing of what was given.
    func requireTokenStrength(_ field: String, variable: String) throws(ServicesError) {
        let bytes = Array(exposedText.utf8)
        let isHex = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
            default: false
            }
        }
        guard bytes.count >= (isHex ? 32 : 22), Set(bytes).count >= 8 else {
            throw ServicesError(
                .configuration, field: field,
                reason: "a token of 128 bits or more expected, 22 random characters or 32 hexadecimal digits; "
                    + "`openssl rand -hex 16` makes one, to be put into \(variable)")
        }
        // A bearer token stands in a header.
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ServicesError(.configuration, field: field, reason: "a token of visible ASCII characters expected")
        }
    }
}
