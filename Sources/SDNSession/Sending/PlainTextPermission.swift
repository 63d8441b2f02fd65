import HeraldJSON
import SDNValues
import SDNWire

/// The permission to send plain text into an encrypted room (SDN sheet 5.7).
enum PlainTextPermission {
    /// The ID of the room into which the running call may send plain text; `nil` outside of ``MXRoom/allowingPlainText(isolation:_:)``.
    @TaskLocal static var roomId: String?

    /// The error for a message whose text the node could read, although the members of its room encrypt their messages.
    static let missing = SDNSDKError(
        .roomIsEncrypted, field: "roomId",
        reason: "the room is encrypted and this library does not encrypt, so the message would be readable on the node")
}

extension MXOutgoingMessage {
    /// True when an encrypted room takes the message as it is. Either the app has encrypted it, or it is a redaction without a reason, which has no
    /// text.
    var isFitForEncryptedRooms: Bool {
        if redacts != nil { return content["reason"] == nil }
        return type == MXEventType.roomEncrypted.identifier
    }
}

extension SDNSDKError.Code {
    /// The room is encrypted, and the message is plain text that the node could read.
    public static let roomIsEncrypted = SDNSDKError.Code(rawValue: "room_is_encrypted")
}
