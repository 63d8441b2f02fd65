import HTTPTypes
import HeraldPeer
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Translates the heads of requests and responses on their way through a proxy.
struct ForwardedHeads: Sendable {
    /// The header fields that concern only one connection (RFC 9110, 7.6.1).
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade", "http2-settings",
    ]
    /// The header fields of requests that the proxy writes itself, or that clients use to name another address.
    private static let ownOfRequests: Set<String> = [
        "host", "content-length", "expect", "forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host",
        "x-forwarded-port", "x-forwarded-server", "x-real-ip", requestID,
    ]
    private static let requestID = "x-request-id"
    private static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")

    private let host: ProxyConfiguration.Host
    private let scheme: String
    /// The homeserver's own name for `Host`.
    private let upstream: String

    init(_ configuration: ProxyConfiguration) {
        host = configuration.host
        scheme = configuration.scheme
        let address = configuration.upstream
        upstream = (address.host.contains(":") ? "[\(address.host)]" : address.host) + ":\(address.port)"
    }

    /// Returns the head that the homeserver receives.
    /// - Parameter id: the id of the request, by which an operator finds it in the log of the homeserver.
    func request(
        _ head: HTTPRequest, target: String, _ framing: BodyFraming, from client: ClientAddress, id: RequestID
    ) -> HTTPRequestHead {
        let fields = head.headerFields
        let named = Self.named(in: fields[.connection])
        var headers = HTTPHeaders()
        headers.reserveCapacity(fields.count + 5)
        switch host {
        // A request of HTTP/1.0 may have no host, but the homeserver receives HTTP/1.1.
        case .kept: headers.add(name: "Host", value: head.authority ?? upstream)
        case .set(let host): headers.add(name: "Host", value: host)
        }
        var cookies: [String] = []
        for field in fields {
            let name = field.name.canonicalName
            if Self.hopByHop.contains(name) || Self.ownOfRequests.contains(name) || named.contains(name) { continue }
            if name == "cookie" {
                cookies.append(field.value)
            } else {
                headers.add(name: field.name.rawName, value: field.value)
            }
        }
        if !cookies.isEmpty { headers.add(name: "Cookie", value: cookies.joined(separator: "; ")) }
        headers.add(name: "X-Forwarded-For", value: client.ipAddress ?? "unknown")
        headers.add(name: "X-Forwarded-Proto", value: proto(of: fields, from: client))
        headers.add(name: "X-Request-Id", value: id.text)
        let method = HTTPMethod(head.method)
        switch framing {
        case .chunked: headers.add(name: "Transfer-Encoding", value: "chunked")
        case .length(let length): headers.add(name: "Content-Length", value: length)
        case .none: if [.POST, .PUT, .PATCH].contains(method) { headers.add(name: "Content-Length", value: "0") }
        }
        return HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
    }

    /// Returns the head that the client receives.
    /// - Parameters:
    ///   - closes: true if the client's connection ends after the response.
    ///   - id: the id of the request.
    func response(_ head: HTTPResponseHead, closes: Bool, id: RequestID?) -> HTTPResponse {
        let named = Self.named(
            in: head.headers.first(name: "connection").map { _ in
                head.headers[canonicalForm: "connection"].joined(separator: ",")
            })
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count + 2)
        // `Content-Length` states the length of this very body, so a homeserver that names it in `Connection` changes nothing.
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            let canonical = name.canonicalName
            if Self.hopByHop.contains(canonical) || canonical == Self.requestID
                || canonical != "content-length" && named.contains(canonical)
            {
                continue
            }
            fields.append(HTTPField(name: name, value: value))
        }
        if closes { fields[.connection] = "close" }
        if let id, let name = RequestID.header { fields.append(HTTPField(name: name, value: id.text)) }
        return HTTPResponse(
            status: HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase),
            headerFields: fields)
    }

    /// Returns the header fields that `Connection` names, in small letters.
    static func named(in connection: String?) -> Set<String> {
        guard let connection else { return [] }
        return Set(
            connection.split(separator: ",").map { name in
                String(name.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }).lowercased()
            })
    }

    private func proto(of fields: HTTPFields, from client: ClientAddress) -> String {
        guard client.isOfProxy, let name = Self.forwardedProto, let text = fields[name]?.lowercased(),
            text == "http" || text == "https"
        else { return scheme }
        return text
    }
}
