/// What a protocol wants next.
public enum FlowMove: Sendable {
    /// Store the changes, then send the call and come back with the answer.
    case send(ServiceCall, saving: FlowChanges)
    /// The caller has to decide something, such as which claims are shown, before the protocol goes on.
    case decide
    /// Store the changes; the protocol is through.
    case finished(saving: FlowChanges)

    static func send(_ call: ServiceCall) -> FlowMove { .send(call, saving: FlowChanges()) }
}

/// Changes of the wallet's store that belong to one step. They are stored in one transaction with the step itself.
public struct FlowChanges: Sendable {
    package let list: [VaultChange]

    package init(_ list: [VaultChange] = []) { self.list = list }
}

/// What came of a run that was refused when it may have had its effect already.
public enum FlowSettlement: Sendable {
    /// The registry has what was asked for: the changes make the wallet fit.
    case done(FlowChanges)
    /// The registry does not have it: the changes take the wallet back to where it was.
    case undone(FlowChanges)
}
