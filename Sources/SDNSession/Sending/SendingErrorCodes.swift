import SDNValues

extension SDNSDKError.Code {
    /// The outbox does not hold the message.
    public static let unknownMessage = SDNSDKError.Code(rawValue: "unknown_message")
    /// The app cancelled sending the message.
    public static let sendingCancelled = SDNSDKError.Code(rawValue: "sending_cancelled")
    /// An earlier login of the user sent the message and did not learn whether it arrived. The user decides whether to send it again.
    public static let mayHaveArrived = SDNSDKError.Code(rawValue: "may_have_arrived")
    /// The event has not been sent yet, so nothing can refer to it.
    public static let notSentYet = SDNSDKError.Code(rawValue: "not_sent_yet")
}
