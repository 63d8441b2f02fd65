import Synchronization

/// Stands for the handler while the servers are made: they know each other, and the address they listen on, before they can answer.
final class LateHandler: ServiceHandler {
    private let handler: Mutex<(any ServiceHandler)?> = Mutex(nil)

    func set(_ new: any ServiceHandler) { handler.withLock { $0 = new } }

    /// Every request from here on is refused.
    func close() { handler.withLock { $0 = nil } }

    func admit(_ head: ServiceRequest) async -> ServiceAdmittance {
        guard let handler = handler.withLock({ $0 }) else { return .refused(ServiceResponse(ServiceError(FrontError.notReady))) }
        return await handler.admit(head)
    }
}
