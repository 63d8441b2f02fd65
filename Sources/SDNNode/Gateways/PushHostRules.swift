import Foundation
import HeraldHTTP

/// The hosts to which the node sends notifications. Any user can name a host. Without rules, users could make the node send requests to machines of
/// its own network (SDN sheet 6.1).
///
/// A host on the list is always allowed. Any other host must have public addresses only. The node looks them up before each request and connects
/// only to these addresses, so a name server that answers differently the second time achieves nothing. `URLSession` cannot be given the addresses
/// to connect to. The URL of a request without TLS therefore has an address in place of the name. With TLS, the server must have a certificate for
/// the host's name, and no machine of the internal network has one.
struct PushHostRules: Sendable {
    /// The rules do not allow the request.
    struct Refusal: Error {}

    /// The destination of a request.
    struct Route: Sendable, Hashable {
        let url: URL
        /// The value of the request's `Host` header if the URL has an address in place of the name.
        var host: String?
        /// The addresses that were checked, which are the only ones to connect to. It is `nil` if the host is on the list.
        var destination: HTTPDestination?
    }

    private let allowed: Set<String>
    private let resolve: @Sendable (_ host: String) async -> [NetworkAddress]
    private let hosts: HostGuard

    /// - Parameters:
    ///   - allowlist: hosts, or hosts with ports, such as `push.example.org` and `10.0.0.7:5000`.
    ///   - isOpen: decides which addresses are allowed for hosts that are not on the list.
    init(
        allowlist: [String],
        resolve: @escaping @Sendable (_ host: String) async -> [NetworkAddress] = {
            await GatewayNames().addresses(of: $0)
        },
        isOpen: @escaping @Sendable (NetworkAddress) -> Bool = { AddressKind($0) == .global }
    ) {
        self.allowed = Set(allowlist.map { $0.lowercased() })
        self.resolve = resolve
        self.hosts = HostGuard(allows: isOpen)
    }

    /// True if the URL can be refused without a look-up: its host is an address that is not public, is a name of this machine (RFC 6761, 6.3), or
    /// is written in a way that different programs read differently.
    func refusesAddress(of url: URLComponents) -> Bool {
        guard let host = Self.host(url), !isListed(host, url.port) else { return false }
        guard let checked = Self.checked(url) else { return true }
        return hosts.refusal(of: checked) != nil
    }

    /// Returns the destination of a request to a URL.
    /// - Throws: ``Refusal`` if the rules do not allow the host.
    func route(to url: URL) async throws(Refusal) -> Route {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let listed = Self.host(parts), let said = Self.sentHost(parts)
        else {
            throw Refusal()
        }
        if isListed(listed, parts.port) { return Route(url: url) }
        let isSecure = parts.scheme?.lowercased() != "http"
        guard let host = Self.checked(parts), let port = UInt16(exactly: parts.port ?? (isSecure ? 443 : 80)),
            case .success(let addresses) = await hosts.addresses(of: host, resolve: resolve),
            let first = addresses.first
        else { throw Refusal() }
        let bytes = addresses.map(\.bytes)
        guard !isSecure else {
            let name = host.address == nil ? said.lowercased() : nil
            return Route(url: url, destination: HTTPDestination(name: name, port: port, addresses: bytes))
        }
        let header = parts.port.map { "\(said):\($0)" } ?? said
        parts.host = first.urlHost
        guard let direct = parts.url else { throw Refusal() }
        return Route(
            url: direct, host: header, destination: HTTPDestination(name: nil, port: port, addresses: [first.bytes]))
    }

    private func isListed(_ host: String, _ port: Int?) -> Bool {
        if allowed.contains(host) || allowed.contains("[\(host)]") { return true }
        guard let port else { return false }
        return allowed.contains("\(host):\(port)") || allowed.contains("[\(host)]:\(port)")
    }

    /// The host as ``HostGuard`` checks it; `nil` if the host is written in a way that different programs read differently. A dot at the end of a
    /// name is removed, because it only says that the name is complete.
    private static func checked(_ url: URLComponents) -> URLHost? {
        guard let host = sentHost(url) else { return nil }
        return try? URLHost(host.hasSuffix(".") ? String(host.dropLast()) : host)
    }

    /// The host as a request names it. A name with characters outside ASCII is in its `xn--` form, because name servers know only this form.
    private static func sentHost(_ url: URLComponents) -> String? {
        guard let host = url.host, !host.utf8.allSatisfy({ $0 < 0x80 }) else { return url.host }
        return url.encodedHost
    }

    /// The host in the form that is compared with the list: in lower case, and an IPv6 address without brackets.
    private static func host(_ url: URLComponents) -> String? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
