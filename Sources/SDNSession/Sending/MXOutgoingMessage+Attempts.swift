import SDNValues

// A node recognizes a transaction ID only if the same device repeats it. A message that one device has sent and another device sends again may
// therefore arrive twice.
extension MXOutgoingMessage {
    /// True when a request for the message may have reached the node from another device. False when either device has no ID, because the devices
    /// cannot be compared then.
    func isAttempted(besides deviceId: String?) -> Bool {
        guard let attemptedBy, let deviceId else { return false }
        return attemptedBy != deviceId
    }

    /// Returns the message as it continues on the device that is logged in now. If another device may have sent the message, it is marked
    /// as failed, so that only the user can decide to send it again.
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
