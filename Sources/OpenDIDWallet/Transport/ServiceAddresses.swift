import Foundation
import HeraldHTTP
import HeraldLocks
import OpenDID_DataModel

/// The addresses of the servers. The path of a server's API, such as `/tas/api/v1`, is appended to its address (OpenDID sheet 5.2).
///
/// ```swift
/// var addresses = ServiceAddresses(all: server)
/// addresses.verifier = verifier
/// ```
public struct ServiceAddresses: Sendable, Hashable {
    /// The trust agent.
    public var tas: URL
    /// The app provider's server.
    public var cas: URL
    /// The wallet provider.
    public var walletProvider: URL
    /// The issuer. Only schemas are requested from it directly. All other calls go through the trust agent.
    public var issuer: URL
    /// The verifier for offers without an endpoint.
    public var verifier: URL
    /// The registry's gateway.
    public var gateway: URL
    /// The list provider, which is part of the trust agent's server.
    public var list: URL
    /// Further hosts to which URLs in certificates, schemas and offers may point.
    public var otherHosts: Set<String>
    /// True if plain HTTP is allowed to other machines. Use it only for tests in a closed network. OpenDID does not sign the gateway's
    /// answers about keys, so with plain HTTP an attacker on the network can forge them.
    public var allowsPlainHTTP: Bool

    /// Creates the addresses. The list provider's address defaults to the trust agent's.
    public init(
        tas: URL, cas: URL, walletProvider: URL, issuer: URL, verifier: URL, gateway: URL, list: URL? = nil,
        otherHosts: Set<String> = [],
        allowsPlainHTTP: Bool = false
    ) {
        self.tas = tas
        self.cas = cas
        self.walletProvider = walletProvider
        self.issuer = issuer
        self.verifier = verifier
        self.gateway = gateway
        self.list = list ?? tas
        self.otherHosts = otherHosts
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Creates the addresses if all servers have the same URL.
    public init(all url: URL, allowsPlainHTTP: Bool = false) {
        self.init(
            tas: url, cas: url, walletProvider: url, issuer: url, verifier: url, gateway: url,
            allowsPlainHTTP: allowsPlainHTTP)
    }

    /// Returns the address of a server, without the path of its API.
    public subscript(_ role: ServiceRole) -> URL {
        switch role {
        case .tas, .noti: tas
        case .list: list
        case .cas: cas
        case .wallet: walletProvider
        case .issuer: issuer
        case .verifier: verifier
        case .gateway: gateway
        }
    }

    /// Returns the whole URL of an endpoint.
    func url<Q, R>(of endpoint: ServiceEndpoint<Q, R>, query: ServiceQuery = ServiceQuery()) -> String {
        var base = self[endpoint.role].absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        let items = query.items.map { Self.escaped($0.name) + "=" + Self.escaped($0.value) }
        return base + endpoint.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// True if a request may be sent to a URL that a server or an offer named. The URL must be an http or https URL, and its host must be
    /// that of one of these addresses or one of ``otherHosts``. Plain HTTP is refused if the trust agent uses TLS. Plain HTTP to another
    /// machine is refused unless ``allowsPlainHTTP`` is set.
    public func allows(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host,
            scheme == "http" || scheme == "https"
        else {
            return false
        }
        guard allowsConnection(to: url), scheme == "https" || tas.scheme != "https" else { return false }
        return otherHosts.contains(host) || ServiceRole.allCases.contains { self[$0].host == host }
    }

    /// Escapes every byte except unreserved characters (RFC 3986, 2.3). A DID URL in a query needs this, because it contains `?`, `=` and
    /// `:`.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ServiceAddresses {
    /// Returns the call of a POST endpoint.
    /// - Throws: `JSONError` if the request has no canonical form.
    public func call<Q: Jsonable & Sendable, R>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) throws -> ServiceCall {
        ServiceCall(
            role: endpoint.role, method: endpoint.method, url: url(of: endpoint), body: try request.canonicalBytes())
    }

    /// Returns the call of a GET endpoint.
    public func call<R>(_ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery) -> ServiceCall {
        ServiceCall(role: endpoint.role, method: endpoint.method, url: url(of: endpoint, query: query))
    }
}

extension ServiceAddresses {
    /// True if a connection to the URL is allowed: over TLS, in plain HTTP to this machine, or in plain HTTP to any machine if
    /// ``allowsPlainHTTP`` is set.
    public func allowsConnection(to url: URL) -> Bool {
        guard url.scheme?.lowercased() == "http" else { return true }
        return allowsPlainHTTP || url.host.map(URLHost.isThisMachine) ?? false
    }
}

/// Refuses plain HTTP to another machine unless the addresses allow it, because an attacker on the network could forge the gateway's
/// answers.
struct PlainHTTPGuard: ServiceTransport {
    let inner: any ServiceTransport
    let addresses: ServiceAddresses
    private let allowed = AllowedURLs()

    init(inner: any ServiceTransport, addresses: ServiceAddresses) {
        self.inner = inner
        self.addresses = addresses
    }

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        // A malformed URL is passed on, and the transport refuses it.
        if !allowed.contains(call.url), let url = URL(string: call.url) {
            guard addresses.allowsConnection(to: url) else {
                throw TransportFailure(
                    .plainHTTP,
                    reason: "plain HTTP to another machine is not allowed, so use https for \(url.host ?? "")")
            }
            allowed.insert(call.url)
        }
        return try await inner.send(call)
    }
}

/// Remembers the whole URLs to which a connection is allowed under one value of ``ServiceAddresses``, because reading a URL takes as long as
/// a look-up in the wallet. The addresses never change, so a URL stays allowed.
private final class AllowedURLs: Sendable {
    /// The most remembered URLs. When the memory is full, it is emptied.
    private static let limit = 64
    private let urls = Mutex<Set<String>>([])

    func contains(_ url: String) -> Bool { urls.withLock { $0.contains(url) } }

    func insert(_ url: String) {
        urls.withLock { urls in
            if urls.count >= Self.limit { urls.removeAll() }
            urls.insert(url)
        }
    }
}
