#if os(Linux)
import CCurl
import Foundation
import HeraldLocks

/// Sends HTTP through libcurl. All clients of the process share one engine and its open connections.
final class CurlCarrier: Sendable {
    private struct State {
        var isClosed = false
        var requests: [ObjectIdentifier: CurlRequest] = [:]
    }

    /// The largest number of redirects of one call, as in browsers.
    private static let maximumRedirects = 20

    private let usesProxies: Bool
    private let state = Mutex(State())

    init(usesProxies: Bool) { self.usesProxies = usesProxies }

    func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        let end = call.deadline.map { ContinuousClock.now + $0 }
        var call = call
        for _ in 0...Self.maximumRedirects {
            let reply = try await exchange(call, until: end)
            guard let next = call.redirected(status: reply.answer.status, to: reply.location) else {
                return reply.answer
            }
            call = next
        }
        throw HTTPFailure.connectionLost
    }

    private func exchange(_ call: HTTPCall, until end: ContinuousClock.Instant?) async throws -> CurlReply {
        guard let engine = CurlEngine.shared else { throw HTTPFailure.cannotConnect }
        let request = CurlRequest(call, usesProxies: usesProxies, end: end)
        let isOpen = state.withLock { state in
            if !state.isClosed { state.requests[ObjectIdentifier(request)] = request }
            return !state.isClosed
        }
        guard isOpen else { throw HTTPFailure.closed }
        defer { state.withLock { $0.requests[ObjectIdentifier(request)] = nil } }
        return try await withTaskCancellationHandler {
            // If the task has been cancelled already, the call has its result and is not started.
            if !request.isOver { engine.start(request) }
            return try await request.result().get()
        } onCancel: {
            if request.finish(.failure(CancellationError())) { engine.drop(request) }
        }
    }

    func close() {
        let requests = state.withLock { state in
            state.isClosed = true
            return Array(state.requests.values)
        }
        for request in requests where request.finish(.failure(HTTPFailure.closed)) { CurlEngine.shared?.drop(request) }
    }
}

/// A response, and the target of its redirect if it is one.
struct CurlReply: Sendable {
    let answer: HTTPAnswer
    let location: String?
}

/// The part of a call under way that other threads use. The call ends with the response, its deadline, the cancellation of its task or the
/// closing of the client. Only the first of these counts.
final class CurlRequest: Sendable {
    let call: HTTPCall
    let usesProxies: Bool
    /// The deadline of the whole exchange.
    let end: ContinuousClock.Instant?
    private let waiter = Waiter<Result<CurlReply, any Error>>()

    init(_ call: HTTPCall, usesProxies: Bool, end: ContinuousClock.Instant?) {
        self.call = call
        self.usesProxies = usesProxies
        self.end = end
    }

    /// Returns the result when there is one.
    func result() async -> Result<CurlReply, any Error> { await waiter.wait() }

    /// Delivers the result. Returns `false` when there was one already.
    @discardableResult
    func finish(_ result: Result<CurlReply, any Error>) -> Bool { waiter.resume(returning: result) }

    var isOver: Bool { waiter.isOver }
}

/// The only thread of the process that runs libcurl, and the queue through which other threads pass it their calls.
final class CurlEngine: Sendable {
    enum Order {
        case start(CurlRequest)
        case drop(CurlRequest)
        /// The transfer was paused, and the next part of its body is there.
        case resume(CurlRequest)
    }

    /// `@unchecked Sendable`: the pointer never changes. Threads other than the engine's pass it only to `curl_multi_wakeup`, which libcurl
    /// allows from any thread.
    private struct Multi: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private struct Box {
        var orders: [Order] = []
        var isAsleep = false
    }

    /// The largest number of connections that stay open for later calls.
    private static let keptConnections = 128
    /// The time that the thread sleeps when nothing is due. A new call wakes it.
    static let longestSleep: Duration = .seconds(60)

    /// The engine of the process. It is never torn down, because that would race with new calls. `nil` when libcurl cannot be initialised.
    static let shared = CurlEngine()

    private let multi: Multi
    private let box = Mutex(Box())

    private init?() {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let pointer = curl_multi_init() else {
            return nil
        }
        _ = herald_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        multi = Multi(pointer: pointer)
        let thread = Thread { [self] in run() }
        thread.name = "herald-http"
        thread.start()
    }

    func start(_ request: CurlRequest) { put(.start(request)) }
    func drop(_ request: CurlRequest) { put(.drop(request)) }
    func resume(_ request: CurlRequest) { put(.resume(request)) }

    private func put(_ order: Order) {
        let wakes = box.withLock { box in
            box.orders.append(order)
            defer { box.isAsleep = false }
            return box.isAsleep
        }
        if wakes { curl_multi_wakeup(multi.pointer) }
    }

    private func takeOrders() -> [Order] {
        box.withLock { box in
            box.isAsleep = false
            defer { box.orders.removeAll(keepingCapacity: true) }
            return box.orders
        }
    }

    /// Returns true when no order to start or drop a call is waiting. From then on, a new order wakes the thread.
    private func maySleep() -> Bool {
        box.withLock { box in
            box.isAsleep = box.orders.isEmpty
            return box.isAsleep
        }
    }

    private func run() {
        herald_curl_quiet_thread()
        let loop = CurlLoop(multi.pointer)
        while true {
            loop.work(takeOrders())
            if maySleep() { loop.sleep() }
        }
    }
}

/// The work of the engine's thread: starts transfers, runs libcurl, delivers results, and ends transfers that take too long.
final class CurlLoop {
    /// The largest number of handles of finished transfers that are stored for later transfers. Creating a handle costs more than a small
    /// exchange.
    private static let spareHandles = 64

    private let multi: UnsafeMutableRawPointer
    private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var handles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
    private var spare: [UnsafeMutableRawPointer] = []
    /// No transfer is overdue before this time.
    private var nextCheck: ContinuousClock.Instant?

    init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

    func work(_ orders: [CurlEngine.Order]) {
        for order in orders {
            switch order {
            case .start(let request): start(request)
            case .drop(let request):
                if let handle = handles[ObjectIdentifier(request)] { remove(handle) }
            case .resume(let request):
                if let handle = handles[ObjectIdentifier(request)] { _ = herald_curl_go_on(handle) }
            }
        }
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        collect()
        checkTimes()
    }

    func sleep() {
        var pause = CurlEngine.longestSleep
        if let nextCheck { pause = min(pause, max(.zero, nextCheck - ContinuousClock.now)) }
        curl_multi_poll(multi, nil, 0, Int32(clamping: pause.wholeMilliseconds), nil)
    }

    private func start(_ request: CurlRequest) {
        guard !request.isOver else { return }
        guard let handle = request.call.destination == nil ? spare.popLast() ?? curl_easy_init() : curl_easy_init()
        else {
            request.finish(.failure(HTTPFailure.cannotConnect))
            return
        }
        let transfer = CurlTransfer(request)
        guard transfer.prepare(handle), curl_multi_add_handle(multi, handle) == CURLM_OK else {
            curl_easy_cleanup(handle)
            transfer.release()
            request.finish(.failure(HTTPFailure.cannotConnect))
            return
        }
        running[handle] = transfer
        handles[ObjectIdentifier(request)] = handle
        nextCheck = min(nextCheck ?? transfer.due, transfer.due)
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            let result = running[handle].map { ($0.request, $0.result(code, handle)) }
            remove(handle)
            if let (request, result) = result { request.finish(result) }
        }
    }

    private func checkTimes() {
        guard let check = nextCheck, check <= ContinuousClock.now else { return }
        let now = ContinuousClock.now
        for (handle, transfer) in running where transfer.due <= now {
            let request = transfer.request
            remove(handle)
            request.finish(.failure(HTTPFailure.timedOut))
        }
        nextCheck = running.values.map(\.due).min()
    }

    private func remove(_ handle: UnsafeMutableRawPointer) {
        guard let transfer = running.removeValue(forKey: handle) else { return }
        handles[ObjectIdentifier(transfer.request)] = nil
        curl_multi_remove_handle(multi, handle)
        if transfer.request.call.destination == nil, spare.count < Self.spareHandles {
            curl_easy_reset(handle)
            spare.append(handle)
        } else {
            curl_easy_cleanup(handle)
        }
        transfer.release()
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, so that the thread does not wake a moment too early again and again.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(
            clamping: min(max(seconds, 0), 1_000_000) * 1000 + (attoseconds + 999_999_999_999_999)
                / 1_000_000_000_000_000)
    }
}
#endif
