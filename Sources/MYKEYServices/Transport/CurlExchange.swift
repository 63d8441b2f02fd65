#if canImport(CCurl)
import CCurl
import Dispatch
import Synchronization

/// Sends with libcurl: Foundation on Linux can neither pin addresses nor ignore the environment's proxies.
struct CurlExchange: PostExchanging {
    /// libcurl's own set-up is done once for the process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    func send(_ exchange: PostExchange) async -> ExchangeOutcome {
        guard Self.isReady else { return .failed(.connectionLost) }
        let stop = StopSign()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The transfer blocks its thread, so it must not sit in the pool that runs Swift's tasks.
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(returning: CurlTransfer(exchange, stop: stop).run())
                }
            }
        } onCancel: {
            stop.raise()
        }
    }
}

/// Tells a transfer on another thread to end; libcurl looks at it at least once a second.
final class StopSign: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .relaxed) }
    var isUp: Bool { isRaised.load(ordering: .relaxed) }
}
#endif
