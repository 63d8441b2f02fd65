import SDNValues

extension SDNSDKError.Code {
    /// The session was already started, or is being started.
    public static let alreadyStarted = SDNSDKError.Code(rawValue: "already_started")
    /// The call waits for a sync, and the session is not syncing.
    public static let notStarted = SDNSDKError.Code(rawValue: "not_started")
    /// The session's state does not allow the call.
    public static let wrongState = SDNSDKError.Code(rawValue: "wrong_state")
    /// The session does not know the room.
    public static let unknownRoom = SDNSDKError.Code(rawValue: "unknown_room")
}
