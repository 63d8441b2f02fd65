import Synchronization

/// Stands in for the handler until the servers exist. They need each other and the listener's address before they can answer.
final class LateHandler: ServiceHandler {
    private let handler: Mutex<(any ServiceHandler)?> = Mutex(nil)

    func set(_ new: any ServiceHandler) { handler.withLock { $0 = new } }

    /// Refuses all further requests.
    func close() { handler.withLock { $0 = nil } }

    func admit(_ head: ServiceRequest) async -> ServiceAdmittance {
        guard let handler = handler.withLock({ $0 }) else {
            return .refused(ServiceResponse(ServiceError(FrontError.notReady)))
        }
        return await handler.admit(head)
    }
}
