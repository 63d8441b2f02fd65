import Hummingbird
import Logging
import NIOCore

/// The facts about a connection.
package struct ConnectionContext: InitializableFromSource, Sendable {
    /// The IP address of the socket's peer. ``ListenerGround/client(of:on:)`` returns the client behind a proxy.
    package let remoteAddress: String
    /// The connection.
    package let channel: any Channel
    /// The listener's logger.
    package let logger: Logger

    init(_ channel: any Channel, logger: Logger) {
        remoteAddress = channel.remoteAddress?.ipAddress ?? "unknown"
        self.channel = channel
        self.logger = logger
    }

    package init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = source.channel
        logger = source.logger
    }

    /// The connection's id in ``Connections``.
    package var id: ObjectIdentifier { ObjectIdentifier(channel) }

    /// Announces that the request's body will be read, so that a client that waits for `100 Continue` may send it.
    package func wantsBody() { channel.triggerUserOutboundEvent(BodyGate.BodyWanted(), promise: nil) }

    /// Records that a part of the request's body was passed on, for example to a file, and is no longer held in memory.
    package func hasGivenOn(_ bytes: Int) {
        channel.triggerUserOutboundEvent(RequestWatch.PartTaken(bytes: bytes), promise: nil)
    }
}
