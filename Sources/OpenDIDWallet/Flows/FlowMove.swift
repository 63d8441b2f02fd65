/// The next step of a protocol.
public enum FlowMove: Sendable {
    /// Store the changes, then send the call and pass the answer to the protocol.
    case send(ServiceCall, saving: FlowChanges)
    /// Let the caller decide something, such as the claims to show, before the protocol continues.
    case decide
    /// Store the changes. The protocol has ended.
    case finished(saving: FlowChanges)

    static func send(_ call: ServiceCall) -> FlowMove { .send(call, saving: FlowChanges()) }
}

/// Changes of the wallet's store that belong to one step. They are stored in one transaction with the step.
public struct FlowChanges: Sendable {
    package let list: [VaultChange]

    package init(_ list: [VaultChange] = []) { self.list = list }
}

/// The result of a run that was refused after it may have had its effect.
public enum FlowSettlement: Sendable {
    /// The registry has the requested change. The changes adapt the wallet to it.
    case done(FlowChanges)
    /// The registry does not have the requested change. The changes restore the wallet's earlier state.
    case undone(FlowChanges)
}
