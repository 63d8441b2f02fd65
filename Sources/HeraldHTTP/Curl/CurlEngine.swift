#if canImport(CCurl)
import CCurl
import Foundation
import Synchronization

/// The only thread of the process that runs libcurl, and the queue through which other threads pass it their calls.
final class CurlEngine: Sendable {
    enum Order {
        case start(CurlRequest)
        case drop(CurlRequest)
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

    /// The number of connections that are kept for later calls.
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

    func start(_ ticket: CurlRequest) { put(.start(ticket)) }
    func drop(_ ticket: CurlRequest) { put(.drop(ticket)) }

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

    /// Returns true when no order arrived in the meantime. From then on, a new order wakes the thread.
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
#endif
