/// A request that was handed to a session: its id, and the way to take it back.
public struct RequestHandle: Sendable {
    /// The id by which the answer finds the request; empty when the request failed before it was opened.
    public let callBackId: String
    let pending: PendingRequests

    /// Takes the request back: it ends as cancelled, and a later answer is ignored. Does nothing when it has ended already. The wallet
    /// does not hear of it and may still act.
    public func cancel() { _ = pending.settle(callBackId, .withdrawn) }
}
