import Foundation

/// An HTTP request, ready to be sent. Its description leaves out header values and body, which may hold secrets.
public struct TransportRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    public var url: URL
    public var headers: [String: String]
    public var body: [UInt8]?
    /// How long the connection may stay silent.
    public var timeout: Duration
    /// The longest body to accept, in bytes after decompression.
    public var maximumResponseBytes: Int

    public init(
        method: String, url: URL, headers: [String: String] = [:], body: [UInt8]? = nil, timeout: Duration = .seconds(60),
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
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "path": url.path], displayStyle: .struct) }
}

/// An HTTP answer. Its description leaves out the body, which may hold an access token.
public struct TransportResponse: Sendable {
    public var status: Int
    /// Header values by lower-case name.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTP \(status) (\(body.count) bytes)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["status": status], displayStyle: .struct) }
}
