import Foundation

extension ServiceAddresses {
    /// Whether a connection may be opened there: over TLS, or in plain HTTP to this machine, or in plain HTTP to any when
    /// ``allowsPlainHTTP`` is set.
    public func allowsConnection(to url: URL) -> Bool {
        guard url.scheme?.lowercased() == "http" else { return true }
        return allowsPlainHTTP || Self.isThisMachine(url.host ?? "")
    }

    /// `localhost`, `127.0.0.0/8` in four decimal numbers, or `::1`. Other spellings of the same are not recognised.
    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(name) { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt8(part) : nil
        }
        return numbers.count == 4 && !numbers.contains(nil) && numbers.first == 127
    }
}
