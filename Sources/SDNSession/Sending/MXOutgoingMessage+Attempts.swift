import SDNValues

// Nodes know transaction ids by device. A message that one device has sent and another sends again may therefore arrive twice.
extension MXOutgoingMessage {
    /// True when a request for the message may have reached the node from another device. For a device without an id nobody can tell.
    func isAttempted(besides deviceId: String?) -> Bool {
        guard let attemptedBy, let deviceId else { return false }
        return attemptedBy != deviceId
    }

    /// Returns the message as a new login finds it. A message that may have arrived is not sent again automatically.
    func found(by deviceId: String?) -> MXOutgoingMessage {
        guard status == .queued, isAttempted(besides: deviceId) else { return self }
        var message = self
        message.status = .failed
        message.failure = Failure(
            code: MXOutgoingMessage.mayHaveArrived.code.rawValue, reason: MXOutgoingMessage.mayHaveArrived.reason)
        return message
    }

    private static let mayHaveArrived = SDNSDKError(
        .mayHaveArrived,
        reason: "an earlier login sent the message without an answer, so sending it again may duplicate it"
    )
}
