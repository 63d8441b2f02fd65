import SDNWire

/// In which of its five lists a push rule stands (SDN sheet 4.4 and 6.3); they are asked in this order.
public enum MXPushRuleKind: String, Hashable, Sendable, CaseIterable {
    /// Conditions that are asked before everything else.
    case override
    /// A pattern in the body of messages.
    case content
    /// A room.
    case room
    /// A user who sends.
    case sender
    /// Conditions that are asked after everything else.
    case underride

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
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

/// Where a push rule counts (SDN sheet 4.4).
public enum MXPushRuleScope: Hashable, Sendable {
    /// On every device of the user.
    case global
    /// On devices of a profile tag; nodes no longer have such rules.
    case device(profileTag: String)

    /// The text on the wire.
    public var identifier: String {
        switch self {
        case .global: "global"
        case .device(let profileTag): "device/\(profileTag)"
        }
    }
}
