import Foundation

extension ServiceAddresses {
    /// True if a connection to the URL is allowed: over TLS, in plain HTTP to this machine, or in plain HTTP to any machine if
    /// ``allowsPlainHTTP`` is set.
    public func allowsConnection(to url: URL) -> Bool {
        guard url.scheme?.lowercased() == "http" else { return true }
        return allowsPlainHTTP || url.host.map(Self.isThisMachine) ?? false
    }

    /// True for `localhost`, `127.0.0.0/8` in four decimal numbers, and `::1`. Other spellings are not recognised.
    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(name) { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt8(part) : nil
        }
        return numbers.count == 4 && !numbers.contains(nil) && numbers.first == 127
    }
}
