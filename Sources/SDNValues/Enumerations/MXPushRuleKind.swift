import SDNWire

/// The list that a push rule belongs to (SDN sheet 4.4 and 6.3). The five lists are evaluated in this order.
public enum MXPushRuleKind: String, Hashable, Sendable, CaseIterable {
    /// Rules with conditions. They are evaluated before the rules of all other kinds.
    case override
    /// Rules with a pattern for the body of messages.
    case content
    /// Rules for one room.
    case room
    /// Rules for one sender.
    case sender
    /// Rules with conditions. They are evaluated after the rules of all other kinds.
    case underride

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the kind for a string on the wire; `nil` for an unknown string.
    public init?(identifier: String) { self.init(rawValue: identifier) }

    init(_ kind: PushRuleKind) {
        self =
            switch kind {
            case .override: .override
            case .content: .content
            case .room: .room
            case .sender: .sender
            case .underride: .underride
            }
    }
}

/// The devices for which a push rule applies (SDN sheet 4.4).
public enum MXPushRuleScope: Hashable, Sendable {
    /// All devices of the user.
    case global
    /// The devices with a profile tag. Nodes no longer have such rules.
    case device(profileTag: String)

    /// The string on the wire.
    public var identifier: String {
        switch self {
        case .global: "global"
        case .device(let profileTag): "device/\(profileTag)"
        }
    }
}
