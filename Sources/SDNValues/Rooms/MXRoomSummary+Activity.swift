import HeraldJSON
import SDNWire

extension MXRoomSummary {
    /// The time of the room's last activity, in milliseconds since 1970. It is the time of the last message, or of the newest event in a room
    /// without a message. For an invite it is the time of its arrival by this device's clock.
    public var lastActivity: UInt64 {
        lastMessage.map(\.originServerTs) ?? UInt64(clamping: details["active"]?.intValue ?? 0)
    }

    /// Notes an invite as activity, at the time of its arrival.
    package mutating func noteInvite(at time: Timestamp) {
        set(.hasMessages, nil)
        set(.active, .int(time.milliseconds))
    }

    /// Notes activity.
    /// - Parameter isMessage: true for a message. Other events count only as long as there is no message.
    package mutating func noteActivity(at time: Timestamp, isMessage: Bool) {
        if !isMessage, details["has_messages"]?.boolValue ?? false { return }
        if isMessage { set(.hasMessages, true) }
        set(.active, .int(time.milliseconds))
    }
}
