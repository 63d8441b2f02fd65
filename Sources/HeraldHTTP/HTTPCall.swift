import Foundation

/// One HTTP request, whole.
package struct HTTPCall: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    package var method: String
    /// With its query.
    package var url: URL
    /// Values by name.
    package var headers: [String: String]
    /// `nil` sends none, also with `POST`.
    package var body: [UInt8]?
    /// How long the connection may stay silent; on Linux Foundation rounds it to whole seconds.
    package var timeout: Duration
    /// The longest body of an answer, in bytes after decompression.
    package var maximumAnswerBytes: Int
    /// How long the whole exchange may take; no limit unless told.
    package var deadline: Duration?
    /// Whether a redirect to the same origin is followed; one to another never is.
    package var followsRedirects: Bool
    /// Whether the connection is kept for the next call even though a body goes out on it. When a kept connection dies after that,
    /// Foundation on Linux sends the head alone again and spins until the timeout: for calls that may be repeated.
    package var keepsConnection: Bool

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
}

/// What came back: any status is an answer.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// Values by lower-case name.
    package let headers: [String: String]
    /// After decompression.
    package let body: [UInt8]
}
