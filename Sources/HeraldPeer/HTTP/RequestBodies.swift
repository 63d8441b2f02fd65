import HTTPTypes
import Hummingbird
import NIOCore

/// What every peer asks of the body of a request.
package enum RequestBodies {
    /// The body, or `nil` when it is too long; the rest of a long one is left for the server to drop.
    /// - Throws: ``BodyDeadline/Passed``.
    package static func collect(_ body: RequestBody, limit: Int) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for try await buffer in body {
            guard bytes.count + buffer.readableBytes <= limit else { return nil }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }

    /// Whether a request says itself that its body is too long.
    package static func isTooLong(_ headers: HTTPFields, limit: Int) -> Bool {
        headers[.contentLength].flatMap { Int($0) }.map { $0 > limit } ?? false
    }

    /// Whether a request announces a body.
    package static func hasBody(_ headers: HTTPFields) -> Bool {
        headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }

    /// Whether a client asks before it sends its body (RFC 9110, 10.1.1).
    package static func asksFirst(_ head: HTTPRequest) -> Bool {
        head.headerFields[.expect]?.lowercased() == "100-continue" && hasBody(head.headerFields)
    }
}

/// What is known of a connection.
package struct ConnectionContext: InitializableFromSource {
    /// An IP address.
    package let remoteAddress: String
    /// What ``Connections`` knows it by.
    package let channel: ObjectIdentifier

    package init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = ObjectIdentifier(source.channel)
    }
}
