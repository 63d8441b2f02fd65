import Logging
import Synchronization

/// Logs faults of the verifier's policies. Each fault is logged once in the life of the process, because any client can request a profile.
final class PolicyFaultLog: Sendable {
    private let logger: Logger
    private let known = Mutex<Set<String>>([])

    init(logger: Logger) { self.logger = logger }

    /// Logs a fault.
    /// - Parameters:
    ///   - policy: the ID of the policy.
    ///   - reason: the reason, without values of clients.
    func note(_ policy: String, _ reason: String) {
        guard known.withLock({ $0.insert("\(policy): \(reason)").inserted }) else { return }
        logger.error("no wallet can answer a policy", metadata: ["policy": "\(policy)", "reason": "\(reason)"])
    }
}
