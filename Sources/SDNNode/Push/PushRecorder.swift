import DequeModule
import HeraldJSON
import SDNWire
import Synchronization

/// The state of a test gateway: the newest notifications and the push keys that it rejects.
final class PushRecorder: Sendable {
    private struct State {
        var notifications: Deque<JSONObject> = []
        var listeners: [AsyncStream<JSONObject>.Continuation] = []
    }

    private let capacity: Int
    private let rejected: Set<String>
    private let onNotification: @Sendable (JSONObject) -> Void
    private let state = Mutex(State())

    /// - Parameter capacity: the most notifications that are stored. Above this limit, the oldest are deleted.
    init(
        capacity: Int = 1_000, rejected: Set<String> = [],
        onNotification: @escaping @Sendable (JSONObject) -> Void = { _ in }
    ) {
        self.capacity = capacity
        self.rejected = rejected
        self.onNotification = onNotification
    }

    /// The stored notifications, oldest first.
    var notifications: [JSONObject] { state.withLock { Array($0.notifications) } }

    /// Returns a stream of the stored notifications and all later ones.
    func stream() -> AsyncStream<JSONObject> {
        let (stream, continuation) = AsyncStream<JSONObject>.makeStream(bufferingPolicy: .bufferingNewest(capacity))
        state.withLock { state in
            for notification in state.notifications { continuation.yield(notification) }
            state.listeners.append(continuation)
        }
        return stream
    }

    /// Ends the streams.
    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }

    /// Registers the endpoint. It serves both of the gateway's paths, because `_api` and `_matrix` are the same root.
    func register(in routes: inout RouteTable) {
        let recorder = self
        routes.on(Endpoints.pushNotify) { request, _ in try recorder.take(request.body) }
    }

    private func take(_ body: JSONObject) throws -> PushGatewayAnswer {
        let notification = try JSONReader(body).object("notification")
        let keys = try notification.objects("devices").map { device throws(JSONError) in try device.string("pushkey") }
        let listeners = state.withLock { state in
            state.notifications.append(notification.value)
            if state.notifications.count > capacity { state.notifications.removeFirst() }
            return state.listeners
        }
        onNotification(notification.value)
        for listener in listeners { listener.yield(notification.value) }
        return PushGatewayAnswer(rejected: keys.filter(rejected.contains))
    }
}
