import Foundation

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
    /// True to allow a kept connection for a `POST`. If such a connection turns out to be dead before a response arrives, the call is sent again on a
    /// new one, so set this only for calls that may be repeated. Calls with other methods may always use kept connections.
    package var keepsConnection: Bool
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
