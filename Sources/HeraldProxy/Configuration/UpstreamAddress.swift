import Foundation

/// The address of the homeserver.
package struct UpstreamAddress: Sendable, Hashable {
    /// The error for a text that is no address of a homeserver. It is not a ``ProxyRefusal``, because it is a fault in the configuration that
    /// the operator sees, and no answer to a client.
    package struct Malformed: Error, Hashable {
        package let text: String
        /// A sentence for people.
        package var reason: String {
            "'\(text)' is no address of a homeserver; write http://, a host and a port, such as http://127.0.0.1:8008"
        }
    }

    /// The name or the IP address, without brackets.
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads a URL that consists of `http://`, a host and a port. The port defaults to 80.
    /// - Throws: ``Malformed`` for any other text.
    package init(_ text: String) throws(Malformed) {
        guard let url = URLComponents(string: text), url.scheme?.lowercased() == "http",
            let named = url.host, !named.isEmpty, url.user == nil, url.password == nil, url.query == nil,
            url.fragment == nil, ["", "/"].contains(url.path), (1...65_535).contains(url.port ?? 80)
        else { throw Malformed(text: text) }
        // The brackets of an IPv6 address belong to the URL.
        host = named.hasPrefix("[") && named.hasSuffix("]") ? String(named.dropFirst().dropLast()) : named
        port = url.port ?? 80
    }
}
