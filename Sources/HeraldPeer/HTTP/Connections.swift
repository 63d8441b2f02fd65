import NIOCore
import Synchronization

/// The open connections: so many and no more, and a request which waits ends when nobody waits for its answer.
package final class Connections: Sendable {
    private struct Connection {
        var waiting: Task<[UInt8], any Error>?
    }

    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: Connection]>([:])

    package init(limit: Int) { self.limit = limit }

    /// Runs a request's work and cancels it when the connection closes, or when the request itself is cancelled.
    package func run(on channel: ObjectIdentifier, _ work: @escaping @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let task = Task { try await work() }
        let isOpen = open.withLock { open in
            open[channel]?.waiting = task
            return open[channel] != nil
        }
        if !isOpen { task.cancel() }
        defer { open.withLock { $0[channel]?.waiting = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Whether there was room for it.
    fileprivate func add(_ channel: ObjectIdentifier) -> Bool {
        open.withLock { open in
            guard open.count < limit else { return false }
            open[channel] = Connection()
            return true
        }
    }

    fileprivate func remove(_ channel: ObjectIdentifier) {
        let task = open.withLock { $0.removeValue(forKey: channel)?.waiting }
        task?.cancel()
    }

    /// Watches one connection. The server framework lets a client that has hung up look alive until an answer is written to it.
    final class Observer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny
        private let connections: Connections
        private var isRefused = false

        init(_ connections: Connections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            isRefused = !connections.add(ObjectIdentifier(context.channel))
            if isRefused, context.channel.isActive { context.close(promise: nil) }
        }

        func channelActive(context: ChannelHandlerContext) {
            if isRefused { context.close(promise: nil) }
            context.fireChannelActive()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed { connections.remove(ObjectIdentifier(context.channel)) }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) {
            connections.remove(ObjectIdentifier(context.channel))
            context.fireChannelInactive()
        }
    }
}
