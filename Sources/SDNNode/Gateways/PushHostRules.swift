import Foundation
import HeraldHTTP

/// To which hosts the node posts notifications: any user can name one, so that without rules users could have the node speak to the
/// machines of its own network (SDN sheet 6.1).
///
/// A host on the list is allowed whatever it is. Any other has to have public addresses and no others, looked up before each request, and
/// the request goes to what was looked at: a name server that answers differently the second time gains nothing. Where a client cannot be
/// told an address (`URLSession`), a request in the clear has it in the URL, and with TLS the certificate has to bear the name, which no
/// machine inside has.
struct PushHostRules: Sendable {
    /// Why a notification is not sent.
    struct Refusal: Error {}

    /// Where a request goes.
    struct Route: Sendable, Hashable {
        let url: URL
        /// What the request's `Host` says, where the URL has an address in the name's place.
        var host: String?
        /// The addresses that were looked at: the connection goes to no other. `nil` where the URL has an address, and for a host on the list.
        var destination: HTTPDestination?
    }

    private let allowed: Set<String>
    private let resolve: @Sendable (_ host: String) async -> [HostAddress]
    private let isOpen: @Sendable (HostAddress) -> Bool

    /// - Parameters:
    ///   - allowlist: hosts, or hosts with ports, such as `push.example.org` and `10.0.0.7:5000`.
    ///   - isOpen: which addresses hosts that are not on the list may have.
    init(
        allowlist: [String],
        resolve: @escaping @Sendable (_ host: String) async -> [HostAddress] = { await GatewayNames().addresses(of: $0) },
        isOpen: @escaping @Sendable (HostAddress) -> Bool = { $0.isPublic }
    ) {
        self.allowed = Set(allowlist.map { $0.lowercased() })
        self.resolve = resolve
        self.isOpen = isOpen
    }

    /// Returns `true` for a URL that can be refused without asking anybody: its host is an address, and not a public one, or a name of this machine
    /// (RFC 6761, 6.3).
    func refusesAddress(of url: URLComponents) -> Bool {
        guard let host = Self.host(url), !isListed(host, url.port) else { return false }
        guard let address = HostAddress(host) else { return host == "localhost" || host.hasSuffix(".localhost") }
        return !isOpen(address)
    }

    /// Which way a request to a URL takes.
    /// - Throws: ``Refusal``.
    func route(to url: URL) async throws(Refusal) -> Route {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let name = parts.host, let host = Self.host(parts) else {
            throw Refusal()
        }
        if isListed(host, parts.port) { return Route(url: url) }
        let addresses = await resolve(host)
        guard let address = addresses.first, addresses.allSatisfy(isOpen) else { throw Refusal() }
        guard parts.scheme?.lowercased() == "http" else {
            guard let port = UInt16(exactly: parts.port ?? 443) else { throw Refusal() }
            let isName = HostAddress(host) == nil
            return Route(url: url, destination: HTTPDestination(name: isName ? host : nil, port: port, addresses: addresses.map(\.bytes)))
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
