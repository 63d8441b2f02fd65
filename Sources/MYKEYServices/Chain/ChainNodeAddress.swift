import Foundation
import HeraldHTTP

/// The address of a chain node: an `http` or `https` URL.
///
/// The description shows only the host, because the URLs of hosted nodes contain the operator's access key in the path.
///
/// ```swift
/// let address = try ChainNodeAddress("https://eos.example/key/5d41402abc4b2a76/")
/// print(address, address.isSecure)   // eos.example true
/// ```
public struct ChainNodeAddress: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The URL without a trailing slash. It may contain a secret.
    public let exposedURL: String
    /// The host, and the port if the URL names one, for errors and logs.
    public let label: String
    /// True if an attacker on the network cannot change the answers, because the connection uses TLS or stays on this machine.
    public let isSecure: Bool

    /// Creates an address.
    /// - Parameter url: a URL such as `https://eos.example` or `http://127.0.0.1:8545`. It may have a path. A query or a fragment is an
    /// error.
    /// - Throws: ``MYKEYServicesError`` with code `configuration`.
    public init(_ url: String) throws(MYKEYServicesError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            let host = parts.host, !host.isEmpty
        else {
            throw MYKEYServicesError(
                .configuration, field: "node", reason: "an http or https URL with a host is expected")
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw MYKEYServicesError(
                .configuration, field: "node",
                reason: "the URL of \(host) must have no user, password, query or fragment")
        }
        var kept = url
        while kept.hasSuffix("/") { kept.removeLast() }
        exposedURL = kept
        isSecure = scheme == "https" || URLHost.isThisMachine(host)
        label = parts.port.map { "\(host):\($0)" } ?? host
    }

    public var description: String { label }
    public var debugDescription: String { label }
    /// A mirror with only the host and port.
    public var customMirror: Mirror { Mirror(self, children: ["label": label], displayStyle: .struct) }
}
