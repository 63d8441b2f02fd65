import Foundation

/// The parts of a URL as Foundation splits it: the witness for well-formed ones.
struct FoundationURL {
    let scheme: String?
    let host: String?
    let port: Int?
    let query: String?

    init?(_ text: String) {
        guard let parts = URLComponents(string: text) else { return nil }
        (scheme, host, port, query) = (parts.scheme, parts.percentEncodedHost, parts.port, parts.percentEncodedQuery)
    }
}
