/// The permission to send plain text into an encrypted room (SDN sheet 5.7).
package enum PlainTextPermission {
    /// The ID of the room into which the running call may send plain text; `nil` outside of the methods `allowingPlainText` of a room and of a
    /// client.
    @TaskLocal package static var roomId: String?

    /// The error for a message whose text the node could read, although the members of its room encrypt their messages.
    package static let missing = SDNSDKError(
        .roomIsEncrypted, field: "roomId",
        reason: "the room is encrypted and this library does not encrypt, so the message would be readable on the node")
}

extension SDNSDKError.Code {
    /// The room is encrypted, and the message is plain text that the node could read.
    public static let roomIsEncrypted = SDNSDKError.Code(rawValue: "room_is_encrypted")
}
