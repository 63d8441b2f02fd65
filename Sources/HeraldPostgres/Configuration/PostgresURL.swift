import CPostgres

/// The address of a database: `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`. It may have every parameter that
/// libpq knows. What the URL leaves out, libpq takes from its own environment variables and files.
package struct PostgresURL: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// libpq's parameters by their names.
    let parameters: [String: String]
    /// The names of the parameters that libpq counts as secrets, such as the password.
    private let secrets: Set<String>

    /// Reads a URL.
    /// - Throws: ``PostgresError`` `configuration`, which names the part and has no text of the URL, because a misplaced character makes the
    ///   password a part of the host or the port.
    package init(_ text: String) throws(PostgresError) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw Self.wrong("scheme", "postgres:// expected")
        }
        guard !text.utf8.contains(0) else { throw Self.wrong("url", "it contains a zero byte") }
        try Self.checkPercentEncoding(text)
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(text, &message)
        defer {
            PQconninfoFree(options)
            // Never shown: it quotes the URL.
            PQfreemem(message)
        }
        guard let options else {
            throw Self.wrong(
                try Self.unknownParameter(in: text) ?? "url",
                "it is not a database URL; percent-encode the special characters of user and password")
        }
        var found: [String: String] = [:]
        var secrets: Set<String> = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            // libpq marks the fields that a form must not show with a star.
            if option.pointee.dispchar.map({ String(cString: $0) }) == "*" { secrets.insert(String(cString: keyword)) }
            option += 1
        }
        (parameters, self.secrets) = (found, secrets)
        try checkValues()
    }

    /// The URL without password and secrets.
    package var description: String {
        let user = parameters["user"].map { "\($0)@" } ?? ""
        let port = parameters["port"].map { ":\($0)" } ?? ""
        return "postgres://\(user)\(parameters["host"] ?? "")\(port)/\(parameters["dbname"] ?? "")"
    }

    /// True if the URL has a password or another secret.
    package var hasSecrets: Bool { !secrets.isDisjoint(with: parameters.keys) }

    /// The address as keywords and values of libpq, without password and secrets, for PostgreSQL's own programs: `dbname='d' host='h'`.
    package var keywordsAndValues: String {
        parameters.filter { !secrets.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(Self.quoted($0.value))" }.joined(separator: " ")
    }

    private static func quoted(_ value: String) -> String {
        "'" + value.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    /// Empty, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private static func wrong(_ part: String, _ reason: String) -> PostgresError {
        PostgresError(.configuration, field: part, reason: reason)
    }

    private static func checkPercentEncoding(_ text: String) throws(PostgresError) {
        let bytes = Array(text.utf8)
        func isHex(_ index: Int) -> Bool {
            index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit
        }
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
            guard isHex(index + 1), isHex(index + 2) else {
                throw wrong("url", "a percent sign needs two hexadecimal digits behind it")
            }
        }
    }

    /// Returns the place of the first query parameter that libpq does not know. Its name is not shown, because it may be a part of the password.
    private static func unknownParameter(in text: String) throws(PostgresError) -> String? {
        guard let query = text.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        guard let defaults = PQconndefaults() else { return nil }
        defer { PQconninfoFree(defaults) }
        // libpq reads `ssl=true` as `sslmode=require`.
        var known: Set<String> = ["ssl"]
        var option = defaults
        while let keyword = option.pointee.keyword {
            known.insert(String(cString: keyword))
            option += 1
        }
        let names = query.split(separator: "&", omittingEmptySubsequences: false)
        return names.firstIndex { !known.contains(String($0.prefix { $0 != "=" })) }.map { "query parameter \($0 + 1)" }
    }

    /// Checks the values that libpq reads only when it connects.
    private func checkValues() throws(PostgresError) {
        let modes: Set = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
        if let mode = parameters["sslmode"], !modes.contains(mode) {
            throw Self.wrong("sslmode", "disable, prefer, require, verify-ca or verify-full expected")
        }
        for port in (parameters["port"] ?? "").split(separator: ",") where UInt16(port) ?? 0 == 0 {
            throw Self.wrong(
                "port", "a number from 1 to 65535 expected; percent-encode the special characters of user and password")
        }
        let numbers = [
            "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
            "tcp_user_timeout",
        ]
        for name in numbers {
            if let value = parameters[name], Int32(value) == nil { throw Self.wrong(name, "a number expected") }
        }
    }
}
