import HTTPTypes
import Hummingbird
import NIOCore

/// Rules for request bodies that all peers share.
package enum RequestBodies {
    /// Returns the body, or `nil` when it is too long. The listener then drops the rest of it.
    /// - Throws: ``BodyDeadline/Passed`` or ``BodyBudget/Refusal``.
    package static func collect(_ request: Request, limit: Int, on connection: ConnectionContext) async throws
        -> [UInt8]?
    {
        if asksFirst(request.head) { connection.wantsBody() }
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            guard bytes.count + buffer.readableBytes <= limit else { return nil }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }

    /// Returns true when the request's `Content-Length` exceeds the limit.
    package static func isTooLong(_ headers: HTTPFields, limit: Int) -> Bool {
        headers[.contentLength].flatMap { Int($0) }.map { $0 > limit } ?? false
    }

    /// Returns true when the request announces a body.
    package static func hasBody(_ headers: HTTPFields) -> Bool {
        headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }

    /// Returns true when the client waits for `100 Continue` before it sends its body (RFC 9110, 10.1.1).
    package static func asksFirst(_ head: HTTPRequest) -> Bool {
        head.headerFields[.expect]?.lowercased() == "100-continue" && hasBody(head.headerFields)
    }
}

/// The facts about a connection.
package struct ConnectionContext: InitializableFromSource, Sendable {
    /// The IP address of the socket's peer. ``ListenerGround/client(of:on:)`` returns the client behind a proxy.
    package let remoteAddress: String
    /// The connection.
    package let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = source.channel
    }

    /// The connection's id in ``Connections``.
    package var id: ObjectIdentifier { ObjectIdentifier(channel) }

    /// Announces that the request's body will be read, so that a client that waits for `100 Continue` may send it.
    package func wantsBody() { channel.triggerUserOutboundEvent(ContinueHandler.BodyWanted(), promise: nil) }

    /// Records that a part of the request's body was handed on, for example to a file, and is no longer held in memory.
    package func hasGivenOn(_ bytes: Int) {
        channel.triggerUserOutboundEvent(RequestWatch.PartTaken(bytes: bytes), promise: nil)
    }
}

/// The context of a request that a router of the server framework serves.
package struct RoutedContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Its connection.
    package let connection: ConnectionContext

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = ConnectionContext(source: source)
    }
}
