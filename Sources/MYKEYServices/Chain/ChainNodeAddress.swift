import Foundation

/// Where a chain node answers: an `http` or `https` URL.
///
/// It prints its host alone, because hosted nodes carry the operator's access key in the path.
public struct ChainNodeAddress: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL without a slash at its end. May hold a secret.
    public let exposedURL: String
    /// Host and, when written, port: what errors and logs say.
    public let label: String
    /// Whether nobody on the way can change the answers: TLS, or this machine.
    public let isSecure: Bool

    /// - Parameter url: such as `https://eos.example` or `http://127.0.0.1:8545`; a path is kept, a query or a fragment is not allowed.
    /// - Throws: ``MYKEYServicesError`` with code `configuration`.
    public init(_ url: String) throws(MYKEYServicesError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
              let host = parts.host, !host.isEmpty
        else {
            throw MYKEYServicesError(.configuration, field: "node", reason: "an http or https URL with a host is expected")
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw MYKEYServicesError(
                .configuration, field: "node", reason: "the URL of \(host) must have no user, password, query or fragment")
        }
        var kept = url
        while kept.hasSuffix("/") { kept.removeLast() }
        exposedURL = kept
        isSecure = scheme == "https" || ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        label = parts.port.map { "\(host):\($0)" } ?? host
    }

    public var description: String { label }
    public var debugDescription: String { label }
    /// Shows the host alone.
    public var customMirror: Mirror { Mirror(self, children: ["label": label], displayStyle: .struct) }
}
