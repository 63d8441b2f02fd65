extension SignInMessage {
    /// Reads a message by the grammar of EIP-4361. Lines end only with LF, the last line has no LF, every line is in its place, and nothing
    /// follows the last line.
    ///
    /// In two points the reader is stricter than the grammar, because the text could otherwise mislead: the domain has no user info, and
    /// the number of a chain has no leading zeros.
    /// - Parameter text: at most 8 KiB.
    /// - Throws: ``MYKEYError`` naming the line.
    public init(text: String) throws(MYKEYError) {
        guard text.utf8.count <= MYKEYLimits.signInBytes else {
            throw MYKEYError(.tooLong, field: "message", reason: "longer than \(MYKEYLimits.signInBytes) bytes")
        }
        var lines = SignInLines(text)
        let (scheme, domain, name) = try Self.asking(try lines.next("the asking domain"))
        let account = try AccountText(try lines.text("the account"))
        try lines.expectEmpty()
        var statement: String?
        let next = try lines.text("the statement or an empty line")
        if !next.isEmpty {
            statement = next
            try lines.expectEmpty()
        }
        let uri = try lines.value("URI")
        guard try lines.value("Version") == "1" else {
            throw MYKEYError(.value, field: "Version", reason: "only version 1 is supported")
        }
        guard let chain = SignInChain(Array(try lines.value("Chain ID").utf8)[...], name: name) else {
            throw MYKEYError(
                .syntax, field: "Chain ID", reason: "not in the form of the chain that the first line names")
        }
        let nonce = try lines.value("Nonce")
        let issuedAt = try SignInTime(try lines.value("Issued At"))
        let expirationTime = try lines.optionalTime("Expiration Time")
        let notBefore = try lines.optionalTime("Not Before")
        let requestID = lines.optional("Request ID")
        let resources = try lines.resources()
        try lines.expectEnd()
        try self.init(
            scheme: scheme, domain: domain, account: account, statement: statement, uri: uri, chain: chain,
            nonce: nonce, issuedAt: issuedAt,
            expirationTime: expirationTime, notBefore: notBefore, requestID: requestID, resources: resources)
    }

    /// Reads the first line. Returns the scheme, the domain and the name of the chain.
    private static func asking(_ line: ArraySlice<UInt8>) throws(MYKEYError) -> (String?, String, String) {
        for name in ["Ethereum", "EOS"] {
            let phrase = Array(phrase(name).utf8)
            guard line.count > phrase.count, line.suffix(phrase.count).elementsEqual(phrase) else { continue }
            let asking = line.dropLast(phrase.count)
            let mark = Array("://".utf8)
            guard let colon = asking.firstIndex(of: mark[0]), asking[colon...].starts(with: mark) else {
                return (nil, String(decoding: asking, as: UTF8.self), name)
            }
            return (
                String(decoding: asking[..<colon], as: UTF8.self),
                String(decoding: asking[(colon + 3)...], as: UTF8.self), name
            )
        }
        throw MYKEYError(
            .syntax, field: "domain", reason: "the first line does not end as a sign-in message's does")
    }
}

/// The lines of a message, split only at LF. A CR stays in its line, which then violates the grammar of that line.
private struct SignInLines {
    private var lines: ArraySlice<ArraySlice<UInt8>>

    init(_ text: String) {
        lines = Array(text.utf8).split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)[...]
    }

    mutating func next(_ what: String) throws(MYKEYError) -> ArraySlice<UInt8> {
        guard let line = lines.popFirst() else {
            throw MYKEYError(.syntax, field: "message", reason: "the text ends where \(what) was expected")
        }
        return line
    }

    mutating func text(_ what: String) throws(MYKEYError) -> String { String(decoding: try next(what), as: UTF8.self) }

    mutating func expectEmpty() throws(MYKEYError) {
        guard try next("an empty line").isEmpty else {
            throw MYKEYError(.syntax, field: "message", reason: "an empty line was expected")
        }
    }

    mutating func value(_ name: String) throws(MYKEYError) -> String {
        guard let value = optional(name) else {
            throw MYKEYError(.syntax, field: name, reason: "the line is absent or misplaced")
        }
        return value
    }

    /// Returns the value of the next line if the line has this name. Otherwise returns `nil`, and the line is read again by the next call.
    mutating func optional(_ name: String) -> String? {
        let start = Array("\(name): ".utf8)
        guard let line = lines.first, line.starts(with: start) else { return nil }
        lines.removeFirst()
        return String(decoding: line.dropFirst(start.count), as: UTF8.self)
    }

    mutating func optionalTime(_ name: String) throws(MYKEYError) -> SignInTime? {
        guard let text = optional(name) else { return nil }
        do {
            return try SignInTime(text)
        } catch {
            throw MYKEYError(error.code, field: name, reason: error.reason)
        }
    }

    mutating func resources() throws(MYKEYError) -> [String]? {
        guard let line = lines.first, line.elementsEqual("Resources:".utf8) else { return nil }
        lines.removeFirst()
        var resources: [String] = []
        while let line = lines.first, line.starts(with: "- ".utf8) {
            lines.removeFirst()
            resources.append(String(decoding: line.dropFirst(2), as: UTF8.self))
        }
        return resources
    }

    func expectEnd() throws(MYKEYError) {
        guard lines.isEmpty else {
            throw MYKEYError(.syntax, field: "message", reason: "a line is unknown, repeated or misplaced")
        }
    }
}
