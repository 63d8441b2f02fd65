import HTTPTypes

/// The answer to a connection or a request for which there is no room: 503, and the end of the connection.
package struct FullAnswer: Sendable {
    /// An answer without a body.
    package static let empty = FullAnswer(headers: [:], body: "")

    /// The header, with the length of the body and the end of the connection.
    let headers: HTTPFields
    let body: String
    /// The whole answer as on the wire.
    let text: String

    /// - Parameter headers: further header fields. `Retry-After` defaults to 5 s.
    package init(headers: HTTPFields, body: String) {
        var all: HTTPFields = [.retryAfter: "5"]
        for field in headers { all[field.name] = field.value }
        all[.contentLength] = String(body.utf8.count)
        all[.connection] = "close"
        self.headers = all
        self.body = body
        text =
            "HTTP/1.1 503 Service Unavailable\r\n"
            + all.map { "\($0.name.rawName): \($0.value)\r\n" }.joined() + "\r\n" + body
    }
}
