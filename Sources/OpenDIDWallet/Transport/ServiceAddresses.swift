import Foundation
import OpenDID_DataModel

/// Where the servers are. To each URL the server's own path is appended, such as `/tas/api/v1` (OpenDID sheet 5.2).
public struct ServiceAddresses: Sendable, Hashable {
    /// The trust agent.
    public var tas: URL
    /// The app provider's server.
    public var cas: URL
    /// The wallet provider.
    public var walletProvider: URL
    /// The issuer; only its schemas are asked for, everything else of it goes through the trust agent.
    public var issuer: URL
    /// The verifier that is asked when an offer names none.
    public var verifier: URL
    /// The front of the registry.
    public var gateway: URL
    /// The list provider; part of the trust agent's server.
    public var list: URL
    /// Hosts, beside those of the addresses, that a certificate, a schema or an offer may point to.
    public var otherHosts: Set<String>
    /// Whether plain HTTP is allowed beyond this machine. Nothing of OpenDID signs what the gateway says of keys, so whoever is on the way
    /// can answer in its name: for trials in a closed network only.
    public var allowsPlainHTTP: Bool

    /// Addresses one by one. The list provider's address defaults to the trust agent's.
    public init(
        tas: URL, cas: URL, walletProvider: URL, issuer: URL, verifier: URL, gateway: URL, list: URL? = nil, otherHosts: Set<String> = [],
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

    /// Every server behind one address.
    public init(all url: URL, allowsPlainHTTP: Bool = false) {
        self.init(
            tas: url, cas: url, walletProvider: url, issuer: url, verifier: url, gateway: url, allowsPlainHTTP: allowsPlainHTTP)
    }

    /// The address of a server, without its own path.
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

    /// The whole URL of an endpoint.
    func url<Q, R>(of endpoint: ServiceEndpoint<Q, R>, query: ServiceQuery = ServiceQuery()) -> String {
        var base = self[endpoint.role].absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        let items = query.items.map { Self.escaped($0.name) + "=" + Self.escaped($0.value) }
        return base + endpoint.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Whether a URL that came from outside may be asked: http or https, a host of these addresses or of ``otherHosts``, and not plain
    /// HTTP where the trust agent itself is behind TLS, or to another machine without ``allowsPlainHTTP``.
    public func allows(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host, scheme == "http" || scheme == "https" else {
            return false
        }
        guard allowsConnection(to: url), scheme == "https" || tas.scheme != "https" else { return false }
        return otherHosts.contains(host) || ServiceRole.allCases.contains { self[$0].host == host }
    }

    /// Every byte that is not unreserved is escaped (RFC 3986, 2.3): a DID URL has `?`, `=` and `:` of its own.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
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
    /// A call of a POST endpoint.
    /// - Throws: `JSONError` when the request has no canonical form.
    public func call<Q: Jsonable & Sendable, R>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) throws -> ServiceCall {
        ServiceCall(role: endpoint.role, method: endpoint.method, url: url(of: endpoint), body: try request.canonicalBytes())
    }

    /// A call of a GET endpoint.
    public func call<R>(_ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery) -> ServiceCall {
        ServiceCall(role: endpoint.role, method: endpoint.method, url: url(of: endpoint, query: query))
    }
}
