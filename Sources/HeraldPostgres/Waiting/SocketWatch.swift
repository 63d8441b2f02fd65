import Foundation
import HeraldLocks

/// The one thread that waits for the sockets of all connections, and for deadlines. So no thread that runs Swift's tasks ever waits.
final class SocketWatch: Sendable {
    /// The end of a wait for a socket.
    enum Event: Sendable {
        case ready
        case timedOut
        case cancelled
        /// The system does not watch the socket.
        case failed
    }

    /// A deadline that has not passed.
    struct Alarm: Sendable { fileprivate let number: UInt64 }

    private struct State {
        var waiters: [Int32: Waiter<Event>] = [:]
        var alarms: [UInt64: (due: ContinuousClock.Instant, ring: @Sendable () -> Void)] = [:]
        var lastNumber: UInt64 = 0
        /// The time until which the thread sleeps; `nil` for no end. No alarm is due before it.
        var wakes: ContinuousClock.Instant?
    }

    /// The watch of the process. It is never torn down. `nil` if the process has no descriptor left.
    static let shared: SocketWatch? = {
        #if os(Linux)
        EpollPoller().map { SocketWatch($0) }
        #else
        PollPoller().map { SocketWatch($0) }
        #endif
    }()

    private let poller: any SocketPoller
    private let state = Mutex(State())

    init(_ poller: any SocketPoller) {
        self.poller = poller
        let thread = Thread { [self] in while true { turn() } }
        thread.name = "herald-postgres"
        thread.start()
    }

    /// Waits until a socket can be read, or also until it can be written. Only one task at a time may wait for a socket.
    /// - Parameter endsWhenCancelled: true if the wait ends when the task is cancelled.
    func wait(
        for descriptor: Int32, writes: Bool, until due: ContinuousClock.Instant, endsWhenCancelled: Bool
    ) async -> Event {
        let waiter = Waiter<Event>()
        let alarm = schedule(at: due) { waiter.resume(returning: .timedOut) }
        state.withLock { $0.waiters[descriptor] = waiter }
        if !poller.arm(descriptor, writes: writes) { waiter.resume(returning: .failed) }
        let event = endsWhenCancelled ? await waiter.wait(orWhenCancelled: .cancelled) : await waiter.wait()
        unschedule(alarm)
        if event != .ready {
            poller.disarm(descriptor)
            state.withLock { $0.waiters[descriptor] = nil }
        }
        return event
    }

    /// Waits for a value, at most until a deadline, also when the task is cancelled.
    func wait<Value>(
        for waiter: Waiter<Value>, until due: ContinuousClock.Instant, otherwise late: Value
    ) async -> Value {
        let alarm = schedule(at: due) { waiter.resume(returning: late) }
        defer { unschedule(alarm) }
        return await waiter.wait()
    }

    /// Runs `ring` on the watch's thread at a time. It must not take long.
    @discardableResult
    func schedule(at due: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let (alarm, isSooner) = state.withLock { state in
            state.lastNumber &+= 1
            state.alarms[state.lastNumber] = (due, ring)
            let isSooner = state.wakes.map { due < $0 } ?? true
            if isSooner { state.wakes = due }
            return (Alarm(number: state.lastNumber), isSooner)
        }
        if isSooner { poller.wake() }
        return alarm
    }

    func unschedule(_ alarm: Alarm) {
        // Its closure is released outside of the lock.
        _ = state.withLock { $0.alarms.removeValue(forKey: alarm.number) }
    }

    private func turn() {
        let now = ContinuousClock.now
        let (due, wakes) = state.withLock { state -> ([@Sendable () -> Void], ContinuousClock.Instant?) in
            guard let wakes = state.wakes, wakes <= now else { return ([], state.wakes) }
            let due = state.alarms.filter { $0.value.due <= now }
            for number in due.keys { state.alarms[number] = nil }
            state.wakes = state.alarms.values.map(\.due).min()
            return (due.values.map(\.ring), state.wakes)
        }
        for ring in due { ring() }
        let ready = poller.wait(milliseconds: wakes.map { ($0 - now).milliseconds(atMost: 60_000) } ?? -1)
        let waiters = state.withLock { state in ready.compactMap { state.waiters.removeValue(forKey: $0) } }
        for waiter in waiters { waiter.resume(returning: .ready) }
    }
}

/// Waits for sockets on one thread. The other functions may be called from any thread.
protocol SocketPoller: Sendable {
    /// Has the next wait report a socket, once, when it can be read, or also when it can be written.
    /// - Returns: false if the system refuses it.
    func arm(_ descriptor: Int32, writes: Bool) -> Bool
    /// Withdraws ``arm(_:writes:)``. The socket may be closed afterwards.
    func disarm(_ descriptor: Int32)
    /// Ends the present wait, or else the next one.
    func wake()
    /// Waits for the armed sockets.
    /// - Parameter milliseconds: the longest wait.
    /// - Returns: the sockets that are ready, or whose connection has ended. It may have sockets that are not ready.
    func wait(milliseconds: Int32) -> [Int32]
}
