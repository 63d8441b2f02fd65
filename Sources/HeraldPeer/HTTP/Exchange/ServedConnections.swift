import HeraldLocks
import NIOCore
import ServiceLifecycle

/// The connections of a server and their requests. A server that stops waits for them.
///
/// It is written by hand, because a task for each connection, which the server framework has for this, costs an idle connection 2.5 KB.
final class ServedConnections: Sendable {
    private struct Served {
        let channel: any Channel
        let running: CurrentRequest
    }

    private struct State {
        var served: [ObjectIdentifier: Served] = [:]
        var isStopped = false
        var waiters = WaiterQueue<Void>()
    }

    private let state = Mutex(State())

    /// Adds a connection. It stays until it is closed and its request has ended.
    func add(_ channel: any Channel, _ running: CurrentRequest) {
        let id = ObjectIdentifier(channel), served = Served(channel: channel, running: running)
        let isStopped = state.withLock { state in
            state.served[id] = served
            return state.isStopped
        }
        channel.closeFuture.whenComplete { [self] _ in
            guard running.isUnderWay else { return remove(id) }
            Task {
                await running.hasEnded()
                remove(id)
            }
        }
        if isStopped { stop(served) }
    }

    private func remove(_ id: ObjectIdentifier) {
        let waiters = state.withLock { state -> [Waiter<Void>] in
            state.served[id] = nil
            return state.served.isEmpty ? state.waiters.popAll() : []
        }
        for waiter in waiters { waiter.resume(returning: ()) }
    }

    /// Returns when no connection and no request is left.
    func ended() async {
        let waiter = state.withLock { $0.served.isEmpty ? nil : $0.waiters.add() }
        await waiter?.wait()
    }

    /// Lets each connection end after its answer. The server framework does this too, but only while the server accepts connections.
    func quiesce() {
        let all = state.withLock { Array($0.served.values) }
        for served in all { served.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Cancels all requests. Each connection ends after its answer.
    func stop() {
        let all = state.withLock { state in
            state.isStopped = true
            return Array(state.served.values)
        }
        for served in all { stop(served) }
    }

    private func stop(_ served: Served) {
        // The pipeline of a closed channel passes no events on.
        served.running.cancel()
        served.channel.pipeline.fireUserInboundEventTriggered(RequestDriver.Stop())
    }
}

/// A server that has ended when its connections and their requests have. If it is cancelled, so are they.
struct ServingService: Service {
    let server: any Service
    let connections: ServedConnections

    func run() async throws {
        try await withTaskCancellationHandler {
            do {
                try await server.run()
            } catch {
                await connections.ended()
                throw error
            }
            await withGracefulShutdownHandler {
                await connections.ended()
            } onGracefulShutdown: {
                connections.quiesce()
            }
        } onCancel: {
            connections.stop()
        }
    }
}
