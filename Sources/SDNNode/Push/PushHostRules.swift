import Dispatch
import Foundation
import HeraldHTTP
import Synchronization
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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

    /// How long a name server may take.
    private static let patience = Duration.seconds(10)
    private let allowed: Set<String>
    private let resolve: @Sendable (_ host: String) async -> [HostAddress]
    private let isOpen: @Sendable (HostAddress) -> Bool

    /// - Parameters:
    ///   - allowlist: hosts, or hosts with ports, such as `push.example.org` and `10.0.0.7:5000`.
    ///   - isOpen: which addresses hosts that are not on the list may have.
    init(
        allowlist: [String], resolve: @escaping @Sendable (_ host: String) async -> [HostAddress] = PushHostRules.systemAddresses,
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

    /// Whoever waits stops waiting in time, also when the look-up goes on.
    static let systemAddresses: @Sendable (String) async -> [HostAddress] = { host in
        if let address = HostAddress(host) { return [address] }
        return await withCheckedContinuation { continuation in
            let answer = Answer(continuation)
            guard NameLookups.shared.run(host, within: PushHostRules.patience, { answer.give(PushHostRules.lookUp(host)) }) else { return answer.give([]) }
            DispatchQueue.global().asyncAfter(deadline: .now() + PushHostRules.patience / .seconds(1)) { answer.give([]) }
        }
    }

    /// The first answer counts.
    private final class Answer: Sendable {
        private let waiting: Mutex<CheckedContinuation<[HostAddress], Never>?>

        init(_ continuation: CheckedContinuation<[HostAddress], Never>) { waiting = Mutex(continuation) }

        func give(_ addresses: [HostAddress]) {
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(returning: addresses)
        }
    }

    private static func lookUp(_ host: String) -> [HostAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [HostAddress] = []
        var entry = list
        while let current = entry {
            if let address = UnsafeRawPointer(current.pointee.ai_addr) {
                switch current.pointee.ai_family {
                case AF_INET:
                    withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr) { found.append(HostAddress(bytes: Array($0))) }
                case AF_INET6:
                    withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { found.append(HostAddress(bytes: Array($0))) }
                default: break
                }
            }
            entry = current.pointee.ai_next
        }
        return found
    }
}
