// Nodes know transaction ids by device: what one device has sent, and another one sends again, may arrive twice.
extension MXOutgoingMessage {
    /// Whether a request for it may have reached the node from another device. Of a device without an id nobody can tell.
    func isAttempted(besides deviceId: String?) -> Bool {
        guard let attemptedBy, let deviceId else { return false }
        return attemptedBy != deviceId
    }

    /// The message as a new login finds it: one that may have arrived does not go out again by itself.
    func found(by deviceId: String?) -> MXOutgoingMessage {
        guard status == .queued, isAttempted(besides: deviceId) else { return self }
        var message = self
        message.status = .failed
        message.failure = Failure(code: MXOutgoingMessage.mayHaveArrived.code.rawValue, reason: MXOutgoingMessage.mayHaveArrived.reason)
        return message
    }

    private static let mayHaveArrived = SDNSDKError(
        .mayHaveArrived, reason: "an earlier login sent the message and did not learn whether it arrived; sending it again may double it")
}
