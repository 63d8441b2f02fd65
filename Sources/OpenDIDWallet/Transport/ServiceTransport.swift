import Foundation
import HeraldHTTP
import HeraldJSON
import OpenDID_DataModel

/// Sends calls to servers and returns their answers. It knows nothing about the protocols.
///
/// An answer with any HTTP status counts as an answer. `send` throws ``TransportFailure`` or `CancellationError` only if no complete answer
/// arrived.
///
/// ```swift
/// struct PrintingTransport: ServiceTransport {
///     let inner = URLSessionServiceTransport()
///
///     func send(_ call: ServiceCall) async throws -> ServiceAnswer {
///         print(call.method.rawValue, call.url)
///         return try await inner.send(call)
///     }
/// }
/// ```
public protocol ServiceTransport: Sendable {
    /// Sends one call and waits for the complete answer.
    /// - Throws: ``TransportFailure`` or `CancellationError` if no complete answer arrived.
    func send(_ call: ServiceCall) async throws -> ServiceAnswer
}

/// The reason why no complete answer arrived. The server may have received the call nevertheless. The call can be sent again, because
/// servers answer a repeated call as they answered it the first time.
public struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The URL is not an HTTP URL.
        case malformedURL = "malformed_url"
        /// The host's name cannot be resolved.
        case unknownHost = "unknown_host"
        /// No server accepts connections at the address, or there is no network.
        case cannotConnect = "cannot_connect"
        /// The connection ended before the answer was complete.
        case connectionLost = "connection_lost"
        /// No data arrived within the timeout.
        case timedOut = "timed_out"
        /// The TLS connection failed.
        case insecureConnection = "insecure_connection"
        /// The answer is longer than allowed.
        case answerTooLarge = "answer_too_large"
        /// The URL uses plain HTTP to another machine; see ``ServiceAddresses/allowsPlainHTTP``.
        case plainHTTP = "plain_http"

        /// True if the failure may be temporary, so that the same call may succeed later.
        var mayPass: Bool {
            switch self {
            case .malformedURL, .answerTooLarge, .plainHTTP: false
            case .unknownHost, .cannotConnect, .connectionLost, .timedOut, .insecureConnection: true
            }
        }
    }

    /// The kind of failure.
    public let kind: Kind
    /// A sentence for people, without a full stop.
    public let reason: String

    /// Creates a failure.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    public var description: String { "transport \(kind.rawValue): \(reason)" }
}

/// One HTTP request to a server of OpenDID, ready to be sent (OpenDID sheet 5.1). It can be stored, and can be sent again byte for byte.
///
/// Its description leaves out the body, which may contain a token.
public struct ServiceCall: Sendable, Hashable, Codable {
    /// The role of the server that receives the call. `nil` if another server gave the whole URL, such as the URL of a certificate.
    public var role: ServiceRole?
    /// GET or POST.
    public var method: ServiceMethod
    /// The whole URL with its query.
    public var url: String
    /// The JSON text to send. `nil` for GET.
    public var body: [UInt8]?

    /// Creates a call.
    /// - Parameters:
    ///   - role: the role of the server that receives the call.
    ///   - method: GET or POST.
    ///   - url: the whole URL with its query.
    ///   - body: the JSON text to send. Defaults to `nil`, for GET.
    public init(role: ServiceRole?, method: ServiceMethod, url: String, body: [UInt8]? = nil) {
        self.role = role
        self.method = method
        self.url = url
        self.body = body
    }

    private enum CodingKeys: String, CodingKey { case role, method, url, body }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        role = try container.decodeIfPresent(ServiceRole.self, forKey: .role)
        let name = try container.decode(String.self, forKey: .method)
        guard let method = ServiceMethod(rawValue: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .method, in: container, debugDescription: "GET or POST expected")
        }
        self.method = method
        url = try container.decode(String.self, forKey: .url)
        body = try container.decodeIfPresent(String.self, forKey: .body).map { Array($0.utf8) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(role, forKey: .role)
        try container.encode(method.rawValue, forKey: .method)
        try container.encode(url, forKey: .url)
        // The body can be stored as text without loss, because this package creates all bodies as JSON in UTF-8.
        try container.encodeIfPresent(body.map { String(decoding: $0, as: UTF8.self) }, forKey: .body)
    }
}

extension ServiceCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without host and query.
    public var path: String {
        let address = url.split(separator: "?", maxSplits: 1).first ?? ""
        // The parts of the URL are the scheme, an empty part, the host and the path.
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? "/" + parts[3] : "/"
    }

    public var description: String { "\(method.rawValue) \(path) (\(body?.count ?? 0) bytes)" }
    public var debugDescription: String { description }
    /// A mirror with only the method and the path, so that `dump` does not show the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["method": method.rawValue, "path": path], displayStyle: .struct)
    }
}

/// The HTTP answer of a server. Its description leaves out the body, which may contain a token or a credential.
public struct ServiceAnswer: Sendable, Hashable {
    /// The HTTP status. Any status but 200 is a refusal (OpenDID sheet 5.1).
    public var status: Int
    /// The body as it was received.
    public var body: [UInt8]

    /// Creates an answer, for a transport of an app.
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - body: the body as it was received.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

extension ServiceAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTP \(status) (\(body.count) bytes)" }
    public var debugDescription: String { description }
    /// A mirror with only the status, so that `dump` does not show the body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status], displayStyle: .struct) }
}

/// A decoded answer: the value, and the received document over which signatures are checked.
struct ReadAnswer<Value: Sendable>: Sendable {
    let value: Value
    let document: SignedDocument

    /// Returns the part of the answer at a path of member names, for checking its signatures.
    /// - Parameter model: the value that was decoded from this part.
    func part(_ path: String..., decodedAs model: any Sendable) throws(WalletError) -> SignedDocument {
        guard let view = document[path] else {
            throw WalletError(
                .answer, field: path.joined(separator: "."), reason: "the server's answer lacks this member")
        }
        return try translating(.answer, path.joined(separator: ".")) { try SignedDocument(view, decodedAs: model) }
    }
}

extension ServiceAnswer {
    /// Decodes the answer of an endpoint.
    /// - Throws: ``WalletError`` with code `refused` if the status is not 200, or with code `answer` if the body does not have the expected
    ///   type.
    func read<Q, R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<Q, R>) throws(WalletError) -> ReadAnswer<R> {
        try read(as: R.self, from: endpoint.name)
    }

    /// Decodes an answer from a URL that has no endpoint in OpenDID's list, such as the URL of a certificate.
    func read<R: Decodable & Sendable>(as type: R.Type, from name: String) throws(WalletError) -> ReadAnswer<R> {
        guard status == 200 else {
            throw WalletError(
                .refused, field: name, reason: "the server refused the request",
                serverError: ServiceFailure(status: status, body: body))
        }
        return try translating(.answer, name) {
            let document = try SignedDocument(body)
            return ReadAnswer(value: try document.model(type), document: document)
        }
    }
}

extension ServiceFailure {
    /// Reads a server's error body (OpenDID sheet 5.3). The code is empty if the body has another form. The text of such a body is not
    /// copied.
    init(status: Int, body: [UInt8]) {
        let root = try? JSONDocument(body, limits: JSONLimits(maxBytes: 64 << 10, maxDepth: 8)).root
        self.init(
            status: status, code: String((root?["code"]?.string ?? "").prefix(32)),
            text: String((root?["description"]?.string ?? "").prefix(512)))
        isUnhandled = code.isEmpty && root?["status"]?.int == Int64(status) && root?["path"]?.string != nil
    }

    /// The error codes for which upstream's servers answer 500 although the same request would fail again. They mean that the body lacks a
    /// member, that the body cannot be read, or that a server is not registered (`GlobalControllerAdvice` and `ErrorCode` of each server).
    /// With 00103, 00202 and 00409, the verifier of release 2 refuses a presentation for good: a signature is not valid, the presentation
    /// is not valid, or it cannot be decrypted.
    private static let decisions: Set = [
        "9999", "SSRVTRA12004", "SSRVTRA14000", "SSRVISS00702", "SSRVVRF00100", "SSRVVRF00103", "SSRVVRF00202",
        "SSRVVRF00409", "SCRVCFA00100", "SSRVWLT00502",
    ]

    /// True if the server did not decide about the request, so that the same request may succeed later. This includes the status 429, which
    /// only reports too many requests.
    package var isTransient: Bool { status == 429 || status >= 500 && !Self.decisions.contains(code) }
}

/// The transport of the system: Foundation's `URLSession` on Apple systems, libcurl on Linux.
///
/// Cookies, caches and stored credentials are off. Answers longer than ``maximumAnswerBytes`` are refused. A redirect to another origin is
/// not followed, because a wallet's message is for one server only.
public struct URLSessionServiceTransport: ServiceTransport {
    /// The longest time in which no data may arrive on a connection.
    public let timeout: Duration
    /// The longest body that is accepted, in bytes.
    public let maximumAnswerBytes: Int
    /// The longest time of the whole exchange. It also stops a server that sends a byte from time to time.
    public let deadline: Duration

    /// The HTTP client that all transports share. It stores no data of a single transport.
    private static let client = HTTPClient()

    /// Creates a transport.
    /// - Parameters:
    ///   - timeout: the longest time in which no data may arrive on a connection. Defaults to 30 s.
    ///   - maximumAnswerBytes: the longest body that is accepted, in bytes. Defaults to 8 MiB.
    ///   - deadline: the longest time of the whole exchange. Defaults to 300 s.
    public init(timeout: Duration = .seconds(30), maximumAnswerBytes: Int = 8 << 20, deadline: Duration = .seconds(300))
    {
        self.timeout = timeout
        self.maximumAnswerBytes = maximumAnswerBytes
        self.deadline = deadline
    }

    public func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        guard let url = URL(string: call.url), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw TransportFailure(.malformedURL, reason: "an http or https URL expected")
        }
        var headers = ["Accept": "application/json"]
        if call.body != nil { headers["Content-Type"] = "application/json;charset=utf-8" }
        do {
            var request = HTTPCall(
                method: call.method.rawValue, url: url, headers: headers, body: call.body, timeout: timeout,
                maximumAnswerBytes: maximumAnswerBytes, deadline: deadline, keepsConnection: true)
            // Upstream's servers refuse a repeated call. The run must therefore know that it repeats a call, and no other layer may do it.
            request.isSentOnce = call.method == .post
            let answer = try await Self.client.send(request)
            return ServiceAnswer(status: answer.status, body: answer.body)
        } catch let failure as HTTPFailure {
            throw TransportFailure(failure)
        }
    }
}

extension TransportFailure {
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .unknownHost: self.init(.unknownHost, reason: "the server's host name does not resolve")
        case .cannotConnect, .addressRefused: self.init(.cannotConnect, reason: "no connection to the server")
        case .connectionLost, .closed, .malformedRequest:
            self.init(.connectionLost, reason: "the connection to the server was lost, or the answer was not HTTP")
        case .timedOut: self.init(.timedOut, reason: "the server did not answer in time")
        case .insecureConnection:
            self.init(
                .insecureConnection, reason: "the TLS handshake failed, or the server's certificate is not trusted")
        case .answerTooLarge: self.init(.answerTooLarge, reason: "the answer is longer than the wallet accepts")
        }
    }
}
