/// The addresses in the headers of proxies, as they stand there: what is none is found out by who reads them as addresses.
///
/// Written by hand: the HTTP libraries at hand give headers as texts.
enum ForwardedChain {
    /// Those of `X-Forwarded-For`: separated by commas, from the client on.
    static func addresses(ofList fields: [String]) -> [String]? {
        fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { bare($0) }
    }

    /// Those of `for` in the elements of `Forwarded` (RFC 7239, 4); `nil` when it cannot be read. An element without one is no address.
    static func addresses(ofElements fields: [String]) -> [String]? {
        var found: [String] = []
        for field in fields {
            // No address holds a comma or a semicolon, so that a quoted one that does is junk either way.
            for element in field.split(separator: ",", omittingEmptySubsequences: false) {
                let named = element.split(separator: ";").compactMap { pair -> Substring? in
                    guard let equals = pair.firstIndex(of: "="), trimmed(pair[..<equals]).lowercased() == "for" else { return nil }
                    return pair[pair.index(after: equals)...]
                }
                guard named.count == 1, let value = named.first else { return nil }
                found.append(bare(value))
            }
        }
        return found
    }

    /// An address without quotes, brackets and port.
    private static func bare(_ text: Substring) -> String {
        var text = trimmed(text)
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        // A single colon stands before a port; IPv6 has more of them.
        if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon { text = text[..<colon] }
        return String(text)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return text
    }
}
