/// A request that a session has accepted. It can be withdrawn.
public struct RequestHandle: Sendable {
    /// The id that matches the answer to the request. Empty when the request failed before the wallet was opened.
    public let callBackId: String
    let pending: PendingRequests

    /// Withdraws the request. It ends as cancelled, and a later answer is ignored. Does nothing when the request has already ended. The wallet
    /// is not told and may still act.
    public func cancel() { _ = pending.settle(callBackId, .withdrawn) }
}
