import Foundation

/// The HTTP client of all modules: HTTP/1.1 over libcurl on Linux and over Foundation's `URLSession` on Apple systems.
///
/// It does not use cookies, caches or stored credentials. It does not follow redirects to another origin, so a token never leaves its server.
/// It requires TLS 1.2 or newer and checks certificates.
///
/// `URLSession` is not used on Linux, because it has several faults there. It limits every client to a few hundred exchanges per second,
/// and occasionally loses a response on a busy machine. It returns a response with the status 401 without the body. It uses proxies from
/// the environment even if they are disabled. It crashes the process when a connection closes inside a response's header lines
/// (swift-corelibs-foundation issue 5285).
package final class HTTPClient: Sendable {
    /// Returns true to accept a server's certificate (DER) that the system does not trust. It is used only on Apple systems.
    package typealias CertificateDecision = @Sendable (Data) -> Bool

    #if os(Linux)
    private let carrier: CurlCarrier
    #else
    private let carrier: SessionCarrier
    #endif

    /// Creates a client.
    /// - Parameters:
    ///   - acceptsCertificate: decides about certificates that the system does not trust. Without it they are rejected.
    ///   - usesProxies: true to use the proxies that the system or, on Linux, the environment configures. Defaults to true.
    ///     Calls to this machine never use a proxy: they may be in clear text, and may contain tokens.
    package init(acceptsCertificate: CertificateDecision? = nil, usesProxies: Bool = true) {
        #if os(Linux)
        carrier = CurlCarrier(usesProxies: usesProxies)
        #else
        carrier = SessionCarrier(acceptsCertificate: acceptsCertificate, usesProxies: usesProxies)
        #endif
    }

    /// Sends one request and returns the whole response. Cancelling the task cancels the request.
    /// - Throws: ``HTTPFailure`` or `CancellationError`.
    package func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        guard HeaderFields.areSendable(call.headers) else { throw HTTPFailure.malformedRequest }
        var call = call
        if let stream = call.bodyStream {
            call.body = stream.size > 0 ? nil : []
            if stream.size <= 0 { call.bodyStream = nil }
        }
        return try await carrier.send(call)
    }

    /// Ends every request under way. Later requests throw ``HTTPFailure/closed``.
    package func close() { carrier.close() }
}

/// Checks header lines.
enum HeaderFields {
    /// Returns true when every name is a token and no value contains a line break or another control character (RFC 9110, 5.5 and 5.6.2).
    static func areSendable(_ fields: [String: String]) -> Bool {
        fields.allSatisfy { name, value in
            !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
                && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// One complete HTTP request.
package struct HTTPCall: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    package var method: String
    /// The URL with its query.
    package var url: URL
    /// Header values by name. A name that is not a token, or a value with a line break, is an error.
    package var headers: [String: String]
    /// The body. `nil` sends no body, even with `POST`.
    package var body: [UInt8]?
    /// A body that is read while it is sent. It replaces `body`. Defaults to `nil`.
    package var bodyStream: HTTPBodyStream?
    /// The longest time that the connection may be silent.
    package var timeout: Duration
    /// The largest response body, in bytes after decompression.
    package var maximumAnswerBytes: Int
    /// The largest response header, in bytes. It applies only with libcurl; `URLSession` has its own limit.
    package var maximumHeaderBytes = 256 << 10
    /// The largest number of lines in a response header, including interim responses. It applies only with libcurl.
    static let headerLines = 1_000
    /// The longest duration of the whole exchange. Defaults to no limit.
    package var deadline: Duration?
    /// The longest time to establish the connection, including TLS. Defaults to `timeout`. `URLSession` has only one limit for both, so the
    /// shorter one applies.
    package var connectTimeout: Duration?
    /// True to follow redirects to the same origin. Redirects to other origins are never followed.
    package var followsRedirects: Bool
    /// True if a `POST` may use a connection that an earlier call left open. If that connection fails before a response arrives, the call
    /// is sent again on a new connection, unless ``isSentOnce`` forbids it. Set this only for calls that may be repeated. Calls with other
    /// methods may always use open connections.
    package var keepsConnection: Bool
    /// True if the call is sent only once, although it may use a connection that an earlier call left open. If that connection fails before
    /// a response arrives, the call ends with ``HTTPFailure/connectionLost``, and the caller decides if it sends the call again. It applies
    /// only with libcurl. Defaults to false.
    package var isSentOnce = false
    /// The only addresses that the call may connect to. It applies only with libcurl; `URLSession` cannot use a given address.
    package var destination: HTTPDestination?
    /// The path of a PEM file with certificates to trust instead of the system's. It applies only with libcurl.
    package var trustedCertificates: String?
    /// Receives the progress of the call, on any thread. All other calls wait until it returns.
    package var progress: (@Sendable (HTTPProgress) -> Void)?

    package init(
        method: String, url: URL, headers: [String: String] = [:], body: [UInt8]? = nil, timeout: Duration,
        maximumAnswerBytes: Int,
        deadline: Duration? = nil, followsRedirects: Bool = true, keepsConnection: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumAnswerBytes = maximumAnswerBytes
        self.deadline = deadline
        self.followsRedirects = followsRedirects
        self.keepsConnection = keepsConnection
    }

    /// True if the host is this machine, so that no proxy may receive the call.
    var isToThisMachine: Bool { url.host.map(URLHost.isThisMachine) ?? false }

    /// True when the call may be sent twice.
    var mayBeRepeated: Bool { keepsConnection || method != "POST" }
}

/// The response to a call, with any status.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// Header values by lower-case name.
    package let headers: [String: String]
    /// The body after decompression.
    package let body: [UInt8]
}

/// The only addresses that one call may connect to. The caller has looked them up and checked them. No socket is opened to another address,
/// even if the name resolves differently by then.
package struct HTTPDestination: Sendable, Hashable {
    /// The URL's host in lower case if it is a name. `nil` if it is an address.
    package let name: String?
    /// The URL's port, or the scheme's default port.
    package let port: UInt16
    /// The addresses, each with 4 bytes (IPv4) or 16 bytes (IPv6).
    package let addresses: [[UInt8]]

    package init(name: String?, port: UInt16, addresses: [[UInt8]]) {
        self.name = name
        self.port = port
        self.addresses = addresses
    }

    /// The entry for libcurl's name cache, or `nil` when there is no name.
    var entry: String? {
        name.map { name in
            "\(name):\(port):" + addresses.compactMap { NetworkAddress(bytes: $0)?.urlHost }.joined(separator: ",")
        }
    }
}

/// The progress of a call, in bytes of the bodies.
package struct HTTPProgress: Sendable, Hashable {
    package var sent: Int64 = 0
    package var toSend: Int64 = 0
    /// The received bytes of a 2xx response. The body of an error response does not count.
    package var received: Int64 = 0
    /// The expected bytes, or `nil` while unknown.
    package var expected: Int64?

    package init(sent: Int64 = 0, toSend: Int64 = 0, received: Int64 = 0, expected: Int64? = nil) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.expected = expected
    }
}

/// The reason why no complete response arrived. Each client maps it to its own errors.
package enum HTTPFailure: Error, Sendable, Hashable {
    /// A header field is invalid.
    case malformedRequest
    /// The host's name does not resolve.
    case unknownHost
    /// No server accepts connections at the address, or there is no network.
    case cannotConnect
    /// The host resolved to an address that is not in the call's ``HTTPCall/destination``.
    case addressRefused
    /// The connection ended before the response did, or the response is not HTTP.
    case connectionLost
    /// A time limit passed.
    case timedOut
    /// The TLS handshake failed, or the certificate is not trusted.
    case insecureConnection
    /// The body or the header exceeds the call's limit. `status` is the response's status, or 0 if it was not received yet.
    case answerTooLarge(status: Int)
    /// The client was closed.
    case closed
}

#if os(Linux)
extension HTTPCall {
    /// Returns the call to the target of a redirect, or `nil` when the redirect is not followed.
    func redirected(status: Int, to location: String?) -> HTTPCall? {
        guard followsRedirects, let location, let target = URL(string: location),
            Self.origin(target) == Self.origin(url)
        else { return nil }
        var next = self
        next.url = target
        switch status {
        case 307, 308: break
        // After these statuses, the target of the redirect is fetched with GET, as in browsers and Foundation.
        case 301 where method == "POST", 302 where method == "POST", 303:
            next.method = "GET"
            next.body = nil
            next.bodyStream = nil
            next.headers = headers.filter {
                !["content-type", "content-encoding", "content-language"].contains($0.key.lowercased())
            }
        case 301, 302: break
        default: return nil
        }
        return next
    }

    private static func origin(_ url: URL) -> [String]? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else { return nil }
        return [scheme, host, String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
}
#endif
