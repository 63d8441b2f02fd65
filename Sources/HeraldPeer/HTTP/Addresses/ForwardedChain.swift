/// Reads the addresses in proxy headers as text. The caller checks that they are valid addresses.
///
/// Herald has its own code for this, because the HTTP libraries return these headers only as text.
enum ForwardedChain {
    /// Returns the addresses of `X-Forwarded-For`. They are separated by commas and begin with the client.
    static func addresses(ofList fields: [String]) -> [String]? {
        fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { bare($0) }
    }

    /// Returns the addresses of `for` in the elements of `Forwarded` (RFC 7239, 4). Returns `nil` when an element has no `for` or several.
    static func addresses(ofElements fields: [String]) -> [String]? {
        var found: [String] = []
        for field in fields {
            // The text is split even inside quotes. A quoted value with a comma or a semicolon is invalid in any case, because no address
            // contains one.
            for element in field.split(separator: ",", omittingEmptySubsequences: false) {
                let named = element.split(separator: ";").compactMap { pair -> Substring? in
                    guard let equals = pair.firstIndex(of: "="), trimmed(pair[..<equals]).lowercased() == "for" else {
                        return nil
                    }
                    return pair[pair.index(after: equals)...]
                }
                guard named.count == 1, let value = named.first else { return nil }
                found.append(bare(value))
            }
        }
        return found
    }

    /// Removes quotes, brackets and the port from an address.
    private static func bare(_ text: Substring) -> String {
        var text = trimmed(text)
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        // A single colon precedes a port. IPv6 addresses contain several.
        if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon { text = text[..<colon] }
        return String(text)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return text
    }
}
