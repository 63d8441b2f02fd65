import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The addresses of a route's clients, for rate limits.
final class CallerAddresses: Sendable {
    private let isReported = Mutex(false)

    /// Returns the IP address of the client. Returns `nil` if the application's request context does not know it, because it is not a
    /// `RemoteAddressRequestContext`. The first time, this is logged, because no limit per address applies then.
    func of(_ context: some RequestContext) -> String? {
        if let address = (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress { return address }
        report(to: context.logger)
        return nil
    }

    func report(to logger: Logger) {
        let isFirst = isReported.withLock { isReported in
            defer { isReported = true }
            return !isReported
        }
        guard isFirst else { return }
        logger.warning(
            "MYKEY route without clients' addresses, so its limits per address do not apply: use a RemoteAddressRequestContext"
        )
    }
}
