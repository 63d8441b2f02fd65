import NIOCore
import Synchronization

/// Lets so many connections be open and no more.
final class ConnectionLimit: Sendable {
    private let limit: Int
    private let count = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Counts one connection; closes it when there is no room.
    final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny
        private let limit: ConnectionLimit
        private var isCounted = false

        init(_ limit: ConnectionLimit) { self.limit = limit }

        func handlerAdded(context: ChannelHandlerContext) {
            isCounted = limit.enter()
            if !isCounted, context.channel.isActive { context.close(promise: nil) }
        }

        func channelActive(context: ChannelHandlerContext) {
            if !isCounted { context.close(promise: nil) }
            context.fireChannelActive()
        }

        func channelInactive(context: ChannelHandlerContext) {
            leave()
            context.fireChannelInactive()
        }

        func handlerRemoved(context: ChannelHandlerContext) { leave() }

        private func leave() {
            if isCounted { limit.leave() }
            isCounted = false
        }
    }

    private func enter() -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    private func leave() { count.withLock { $0 -= 1 } }
}
