import Foundation

/// One HTTP request, whole.
package struct HTTPCall: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    package var method: String
    /// With its query.
    package var url: URL
    /// Values by name. A name that is no token and a value with a line break are refused.
    package var headers: [String: String]
    /// `nil` sends none, also with `POST`.
    package var body: [UInt8]?
    /// How long the connection may stay silent.
    package var timeout: Duration
    /// The longest body of an answer, in bytes after decompression.
    package var maximumAnswerBytes: Int
    /// The longest header of an answer, in bytes. Only with libcurl: `URLSession` has a limit of its own.
    package var maximumHeaderBytes = 256 << 10
    /// How many lines the header of an answer may have, those of interim answers included. Only with libcurl, as well.
    static let headerLines = 1_000
    /// How long the whole exchange may take. Defaults to no limit.
    package var deadline: Duration?
    /// How long it may take until the connection stands, TLS included. Defaults to `timeout`. `URLSession` knows one limit
    /// for both: the shorter one counts.
    package var connectTimeout: Duration?
    /// Whether a redirect to the same origin is followed; one to another never is.
    package var followsRedirects: Bool
    /// Whether the call may go out on a kept connection although it is a `POST`. When such a connection turns out to be dead before an
    /// answer came, the call is sent once more on a new one: for calls that may be repeated. Calls of other methods always may.
    package var keepsConnection: Bool
    /// Connects nowhere else. Only with libcurl: `URLSession` cannot be told an address.
    package var destination: HTTPDestination?
    /// A file of certificates (PEM) that are trusted instead of the system's. Only with libcurl.
    package var trustedCertificates: String?
    /// Told how far the call has come, from any thread; the others wait until it returns.
    package var progress: (@Sendable (HTTPProgress) -> Void)?

    package init(
        method: String, url: URL, headers: [String: String] = [:], body: [UInt8]? = nil, timeout: Duration, maximumAnswerBytes: Int,
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

    /// Whether sending it twice does no harm.
    var mayBeRepeated: Bool { keepsConnection || method != "POST" }
}

/// What came back: any status is an answer.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// Values by lower-case name.
    package let headers: [String: String]
    /// After decompression.
    package let body: [UInt8]
}
