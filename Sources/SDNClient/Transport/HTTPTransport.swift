import Foundation
import HeraldHTTP
import SDNValues

/// Sends one HTTP request to a node and returns the answer. It knows nothing of endpoints, tokens or retries.
///
/// `send` throws ``/SDNValues/SDNSDKError`` (`unknownHost`, `cannotConnect`, `connectionLost`, `timedOut`, `insecureConnection`,
/// `responseTooLarge`, `closed`) or, when its task is cancelled, `CancellationError`. Any HTTP status is an answer, not an error.
public protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the whole answer.
    /// - Throws: ``/SDNValues/SDNSDKError`` or `CancellationError`, as described for the protocol.
    func send(_ request: TransportRequest) async throws -> TransportResponse
    /// True when ``send(_:)`` sends ``TransportRequest/bodyStream``. A transport for which this is false gets every body in
    /// ``TransportRequest/body``, and a large file is then in memory as a whole. Defaults to false.
    var sendsStreams: Bool { get }
    /// Cancels every running request. Later requests throw ``/SDNValues/SDNSDKError`` with code `closed`.
    func close()
}

extension HTTPTransport {
    /// False. This default is for transports that send only bodies in memory.
    public var sendsStreams: Bool { false }
}

/// The transport for clients that are created in a scope. Tests and samples set it to route `http://sdn.org` to an embedded node.
public enum HTTPTransports {
    /// The transport; `nil` means that each client has a ``URLSessionTransport`` of its own.
    @TaskLocal public static var current: (any HTTPTransport)?
}

/// An HTTP request, ready to be sent. Its description leaves out header values and body, which may be secret.
public struct TransportRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    /// The whole URL, with its query.
    public var url: URL
    /// Header values by name, `Authorization` among them.
    public var headers: [String: String]
    /// The bytes to send; `nil` sends none, even with `POST`.
    public var body: [UInt8]?
    /// A body to read while it is sent, in place of ``body``. `nil` for a transport whose ``HTTPTransport/sendsStreams`` is false. Defaults to
    /// `nil`.
    public var bodyStream: MXUploadStream?
    /// The longest time that the connection may stay silent.
    public var timeout: Duration
    /// The size of the longest accepted body, in bytes after decompression.
    public var maximumResponseBytes: Int
    /// Called with the progress of the exchange. Defaults to `nil`.
    public var progress: TransportProgressHandler?

    /// Creates a request. The default limits are 60 seconds and 128 MiB.
    /// - Parameters:
    ///   - method: `GET`, `POST`, `PUT` or `DELETE`.
    ///   - url: the whole URL, with its query.
    ///   - headers: header values by name.
    ///   - body: the bytes to send.
    ///   - timeout: the longest time that the connection may stay silent.
    ///   - maximumResponseBytes: the size of the longest accepted body, in bytes after decompression.
    public init(
        method: String, url: URL, headers: [String: String] = [:], body: [UInt8]? = nil,
        timeout: Duration = .seconds(60),
        maximumResponseBytes: Int = 128 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumResponseBytes = maximumResponseBytes
    }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(method) \(url.path) (\(bodyLength) bytes)" }
    public var debugDescription: String { description }
    /// The length of the body in bytes.
    var bodyLength: Int64 { bodyStream?.size ?? Int64(body?.count ?? 0) }
    /// A mirror that shows method and path to a debugger, and neither headers nor body.
    public var customMirror: Mirror {
        Mirror(self, children: ["method": method, "path": url.path], displayStyle: .struct)
    }
}

/// An HTTP answer. Its description leaves out the body, which may hold an access token.
public struct TransportResponse: Sendable {
    /// The HTTP status, such as 200.
    public var status: Int
    /// Header values by lower-case name.
    public var headers: [String: String]
    /// The body after decompression; empty when there was none.
    public var body: [UInt8]

    /// Creates an answer, for an app's own transports.
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - headers: header values by lower-case name.
    ///   - body: the body after decompression.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTP \(status) (\(body.count) bytes)" }
    public var debugDescription: String { description }
    /// A mirror that shows the status to a debugger, and not the body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status], displayStyle: .struct) }
}

/// The progress of an HTTP exchange, in bytes.
public struct TransportProgress: Sendable, Hashable {
    /// The number of bytes of the request's body that were sent.
    public var bytesSent: Int64
    /// The length of the request's body.
    public var bytesToSend: Int64
    /// The number of bytes of the answer's body that were received.
    public var bytesReceived: Int64
    /// The length of the answer's body; `nil` while it is not known.
    public var bytesExpected: Int64?

    /// Creates the progress of an exchange, for an app's own transports.
    /// - Parameters:
    ///   - bytesSent: the number of bytes of the request's body that were sent.
    ///   - bytesToSend: the length of the request's body.
    ///   - bytesReceived: the number of bytes of the answer's body that were received.
    ///   - bytesExpected: the length of the answer's body.
    public init(bytesSent: Int64 = 0, bytesToSend: Int64 = 0, bytesReceived: Int64 = 0, bytesExpected: Int64? = nil) {
        self.bytesSent = bytesSent
        self.bytesToSend = bytesToSend
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
    }
}

/// A handler that is called with the progress of an exchange, from any thread, several times or never. Not every transport reports progress.
public typealias TransportProgressHandler = @Sendable (_ progress: TransportProgress) -> Void

/// A handler that is called with a certificate (DER) that the system does not trust. The handler returns true to accept the certificate for
/// this client (SDN sheet 5.4).
public typealias MXHTTPClientOnUnrecognizedCertificate = @Sendable (_ certificate: Data) -> Bool

/// The transport of the system: Foundation's `URLSession` on Apple systems, libcurl on Linux. On Linux Foundation's `URLSession` is slow, loses
/// answers and ends the process on some malformed ones.
///
/// Cookies, caches and stored credentials are off. A redirect to another origin is not followed, so that a token never leaves its
/// node. The `timeout` of a request is the longest silence, not the total time.
public struct URLSessionTransport: HTTPTransport {
    private let client: HTTPClient
    /// Always true: a file is read while it is sent.
    public var sendsStreams: Bool { true }

    /// Creates a transport.
    /// - Parameter unrecognizedCertificateHandler: called with the leaf certificate (DER) when the system does not trust it. Returning true accepts
    ///   it.
    ///   On Linux the handler is never called, and an untrusted certificate always fails with ``/SDNValues/SDNSDKError`` with code `insecureConnection`.
    public init(unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil) {
        client = HTTPClient(acceptsCertificate: unrecognizedCertificateHandler)
    }

    /// Sends one request and waits for the whole answer. Cancelling the task cancels the request.
    /// - Throws: the ``/SDNValues/SDNSDKError`` codes that ``HTTPTransport`` lists, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        do {
            var call = HTTPCall(
                method: request.method, url: request.url, headers: request.headers, body: request.body,
                timeout: request.timeout,
                maximumAnswerBytes: request.maximumResponseBytes)
            if let stream = request.bodyStream {
                call.bodyStream = HTTPBodyStream(size: stream.size) { try await stream.bytes(at: $0, upTo: $1) }
            }
            if let progress = request.progress {
                call.progress = { step in
                    progress(
                        TransportProgress(
                            bytesSent: step.sent, bytesToSend: step.toSend, bytesReceived: step.received,
                            bytesExpected: step.expected))
                }
            }
            let answer = try await client.send(call)
            if let progress = request.progress, (200..<300).contains(answer.status) {
                let sent = request.bodyLength, received = Int64(answer.body.count)
                progress(
                    TransportProgress(
                        bytesSent: sent, bytesToSend: sent, bytesReceived: received, bytesExpected: received))
            }
            return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body)
        } catch let failure as HTTPFailure {
            throw SDNSDKError(failure)
        }
    }

    /// Cancels every running request. Later requests throw ``/SDNValues/SDNSDKError`` with code `closed`.
    public func close() { client.close() }
}

extension SDNSDKError {
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .malformedRequest: self.init(.invalidArgument, reason: "a header field has characters that cannot be sent")
        case .unknownHost: self.init(.unknownHost, reason: "the node's host name does not resolve")
        case .cannotConnect, .addressRefused: self.init(.cannotConnect, reason: "no connection to the node")
        case .connectionLost:
            self.init(.connectionLost, reason: "the connection to the node was lost, or the answer was not HTTP")
        case .timedOut: self.init(.timedOut, reason: "the node did not answer in time")
        case .insecureConnection:
            self.init(.insecureConnection, reason: "the TLS handshake failed, or the node's certificate is not trusted")
        case .answerTooLarge: self.init(.responseTooLarge, reason: "the answer is longer than the client accepts")
        case .closed: self.init(.closed, reason: "the transport was closed")
        }
    }
}
