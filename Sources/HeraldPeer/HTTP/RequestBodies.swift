import HTTPTypes
import Hummingbird
import NIOCore

/// What every peer asks of the body of a request.
package enum RequestBodies {
    /// The body, or `nil` when it is too long; the rest of a long one is left for the listener to drop.
    /// - Throws: ``BodyDeadline/Passed``, ``BodyBudget/Refusal``.
    package static func collect(_ request: Request, limit: Int, on connection: ConnectionContext) async throws -> [UInt8]? {
        if asksFirst(request.head) { connection.wantsBody() }
        var bytes: [UInt8] = []
        for try await buffer in request.body {
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
package struct ConnectionContext: InitializableFromSource, Sendable {
    /// The IP address of the other side of the socket. Whom a proxy speaks for is said by ``ListenerGround/client(of:on:)``.
    package let remoteAddress: String
    /// The connection.
    package let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = source.channel
    }

    /// What ``Connections`` knows it by.
    package var id: ObjectIdentifier { ObjectIdentifier(channel) }

    /// Somebody is going to read the request's body: a client that asks first may send it.
    package func wantsBody() { channel.triggerUserOutboundEvent(ContinueHandler.BodyWanted(), promise: nil) }

    /// A part of the request's body was given on, into a file for example, and is held no longer.
    package func hasGivenOn(_ bytes: Int) { channel.triggerUserOutboundEvent(RequestWatch.PartTaken(bytes: bytes), promise: nil) }
}

/// What is known of a request that a router of the server framework serves.
package struct RoutedContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Its connection.
    package let connection: ConnectionContext

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = ConnectionContext(source: source)
    }
}
