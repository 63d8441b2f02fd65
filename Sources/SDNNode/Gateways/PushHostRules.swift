import Foundation
import HeraldHTTP

/// The hosts to which the node sends notifications. Any user can name a host. Without rules, users could make the node send requests to machines of
/// its own network (SDN sheet 6.1).
///
/// A host on the list is always allowed. Any other host must have public addresses only. The node looks them up before each request and connects only
/// to these addresses, so a name server that answers differently the second time achieves nothing. A client that cannot connect to a given address
/// (`URLSession`) receives the address in the URL of a request in the clear. With TLS, the certificate must have the host's name, which no machine of
/// the internal network has.
struct PushHostRules: Sendable {
    /// The rules do not allow the request.
    struct Refusal: Error {}

    /// The destination of a request.
    struct Route: Sendable, Hashable {
        let url: URL
        /// The value of the request's `Host` header if the URL has an address in place of the name.
        var host: String?
        /// The addresses that were checked, which are the only ones to connect to. It is `nil` if the URL has an address, or if the host is on the
        /// list.
        var destination: HTTPDestination?
    }

    private let allowed: Set<String>
    private let resolve: @Sendable (_ host: String) async -> [HostAddress]
    private let isOpen: @Sendable (HostAddress) -> Bool

    /// - Parameters:
    ///   - allowlist: hosts, or hosts with ports, such as `push.example.org` and `10.0.0.7:5000`.
    ///   - isOpen: decides which addresses are allowed for hosts that are not on the list.
    init(
        allowlist: [String],
        resolve: @escaping @Sendable (_ host: String) async -> [HostAddress] = {
            await GatewayNames().addresses(of: $0)
        },
        isOpen: @escaping @Sendable (HostAddress) -> Bool = { $0.isPublic }
    ) {
        self.allowed = Set(allowlist.map { $0.lowercased() })
        self.resolve = resolve
        self.isOpen = isOpen
    }

    /// True if the URL can be refused without a look-up: its host is an address that is not public, or a name of this machine (RFC 6761, 6.3).
    func refusesAddress(of url: URLComponents) -> Bool {
        guard let host = Self.host(url), !isListed(host, url.port) else { return false }
        guard let address = HostAddress(host) else { return host == "localhost" || host.hasSuffix(".localhost") }
        return !isOpen(address)
    }

    /// Returns the destination of a request to a URL.
    /// - Throws: ``Refusal`` if the rules do not allow the host.
    func route(to url: URL) async throws(Refusal) -> Route {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let name = parts.host,
            let host = Self.host(parts)
        else {
            throw Refusal()
        }
        if isListed(host, parts.port) { return Route(url: url) }
        let addresses = await resolve(host)
        guard let address = addresses.first, addresses.allSatisfy(isOpen) else { throw Refusal() }
        guard parts.scheme?.lowercased() == "http" else {
            guard let port = UInt16(exactly: parts.port ?? 443) else { throw Refusal() }
            let isName = HostAddress(host) == nil
            return Route(
                url: url,
                destination: HTTPDestination(name: isName ? host : nil, port: port, addresses: addresses.map(\.bytes)))
        }
        let said = parts.port.map { "\(name):\($0)" } ?? name
        parts.host = address.urlHost
        guard let direct = parts.url else { throw Refusal() }
        return Route(url: direct, host: said)
    }

    private func isListed(_ host: String, _ port: Int?) -> Bool {
        if allowed.contains(host) || allowed.contains("[\(host)]") { return true }
        guard let port else { return false }
        return allowed.contains("\(host):\(port)") || allowed.contains("[\(host)]:\(port)")
    }

    private static func host(_ url: URLComponents) -> String? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
