import HeraldJSON
import SDNValues
import SDNWire

extension MXOutgoingMessage {
    /// True when an encrypted room takes the message as it is. Either the app has encrypted it, or it is a redaction without a reason, which has no
    /// text.
    var isFitForEncryptedRooms: Bool {
        if redacts != nil { return content["reason"] == nil }
        return type == MXEventType.roomEncrypted.identifier
    }
}
