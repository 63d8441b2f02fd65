import Synchronization

/// Stands for the router while the servers are made: they know each other, and the address they listen on, before they can answer.
final class LateHandler: ServiceHandler {
    private let router: Mutex<ServiceRouter?> = Mutex(nil)

    func set(_ new: ServiceRouter) { router.withLock { $0 = new } }

    /// Every request from here on is refused.
    func close() { router.withLock { $0 = nil } }

    /// The router; `nil` before the servers are made and after they are closed.
    var current: ServiceRouter? { router.withLock { $0 } }

    static var notReady: ServiceResponse { ServiceResponse(ServiceError(FrontError.notReady)) }

    func respond(to request: ServiceRequest) async -> ServiceResponse {
        guard let router = current else { return Self.notReady }
        return await router.respond(to: request)
    }
}
