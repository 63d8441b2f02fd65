/// The grammar rules of RFC 3986 that URLs and sign-in messages use. All bytes outside ASCII are refused.
enum URIGrammar {
    /// True if the bytes are a letter followed by letters, digits, `+`, `-` and `.`.
    static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// Splits a non-empty host and an optional port of 0…65535. User info is refused, because a text such as `bank.example@evil.example` is
    /// meant to mislead.
    static func hostAndPort(_ bytes: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: Int?)? {
        let hostEnd: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
                isAddressLiteral(bytes[(bytes.startIndex + 1)..<close])
            else { return nil }
            hostEnd = close + 1
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard hostEnd > bytes.startIndex, isRegisteredName(bytes[..<hostEnd]) else { return nil }
        }
        let host = bytes[..<hostEnd]
        guard hostEnd < bytes.endIndex else { return (host, nil) }
        let digits = bytes[(hostEnd + 1)...]
        guard bytes[hostEnd] == UInt8(ascii: ":"), digits.count <= 5, !digits.isEmpty, digits.allSatisfy(ASCII.isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65535
        else { return nil }
        return (host, port)
    }

    /// True if the bytes have the form `scheme ":" hier-part [ "?" query ] [ "#" fragment ]`, with the authority of ``hostAndPort(_:)``.
    static func isURI(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return false }
        var tail = bytes[(colon + 1)...]
        if tail.starts(with: "//".utf8) {
            tail = tail.dropFirst(2)
            let end = tail.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? tail.endIndex
            // A scheme such as `file:` may have an empty authority.
            guard end == tail.startIndex || hostAndPort(tail[..<end]) != nil else { return false }
            tail = tail[end...]
        }
        let pathEnd = tail.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? tail.endIndex
        guard isPathCharacters(tail[..<pathEnd], also: "/") else { return false }
        tail = tail[pathEnd...]
        if tail.first == 0x3F {
            let end = tail.firstIndex(of: 0x23) ?? tail.endIndex
            guard isPathCharacters(tail[(tail.startIndex + 1)..<end], also: "/?") else { return false }
            tail = tail[end...]
        }
        return tail.isEmpty || isPathCharacters(tail.dropFirst(), also: "/?")
    }

    /// True if the bytes have the form `*pchar`: unreserved characters, sub-delimiters, `:`, `@`, percent escapes, and the characters in
    /// `also`.
    static func isPathCharacters(_ bytes: ArraySlice<UInt8>, also: StaticString = "") -> Bool {
        isEncoded(bytes) { byte in
            ASCII.isUnreserved(byte) || ASCII.isSubDelimiter(byte) || byte == 0x3A || byte == 0x40
                || also.withUTF8Buffer { $0.contains(byte) }
        }
    }

    private static func isRegisteredName(_ bytes: ArraySlice<UInt8>) -> Bool {
        isEncoded(bytes) { ASCII.isUnreserved($0) || ASCII.isSubDelimiter($0) }
    }

    private static func isAddressLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Only the characters are checked. If they do not form an address, the connection fails later.
        !bytes.isEmpty && bytes.allSatisfy { ASCII.isHexDigit($0) || $0 == 0x3A || $0 == 0x2E }
    }

    private static func isEncoded(_ bytes: ArraySlice<UInt8>, _ isPlain: (UInt8) -> Bool) -> Bool {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "%") {
                let triplet = bytes[position...].prefix(3)
                guard triplet.count == 3, triplet.dropFirst().allSatisfy(ASCII.isHexDigit) else { return false }
                position += 3
            } else {
                guard isPlain(bytes[position]) else { return false }
                position += 1
            }
        }
        return true
    }
}
