import Foundation

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
    public var description: String { "\(method) \(url.path) (\(body?.count ?? 0) bytes)" }
    public var debugDescription: String { description }
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
