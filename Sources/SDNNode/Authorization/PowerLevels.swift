import HeraldJSON
import SDNWire

/// A room's power levels with the defaults of SDN sheet 7.6.
struct PowerLevels: Sendable {
    /// The content of `m.room.power_levels`; `nil` while the room has none.
    let content: JSONObject?
    /// The creator of the room; `nil` only before the first event.
    let creator: String?
    let version: RoomVersion

    init(_ content: JSONObject?, creator: String?, version: RoomVersion) {
        self.content = content
        self.creator = creator
        self.version = version
    }

    /// An action for which `m.room.power_levels` has a member of its own, such as `kick`.
    enum Action: String {
        case ban, kick, redact, invite
    }

    func level(of user: String) -> Int64 {
        guard let content else { return creator?.isIdentical(to: user) == true ? 100 : 0 }
        return number(content["users"]?[user]) ?? number(content["users_default"]) ?? 0
    }

    /// The power level of users for whom `users` has no entry.
    var ofOthers: Int64 { number(content?["users_default"]) ?? 0 }

    /// The users for whom `users` has an entry. If the room has no power levels yet, the creator is the only one.
    var named: [String] { content.map { $0["users"]?.objectValue?.keys ?? [] } ?? [creator].compactMap(\.self) }

    func needed(for action: Action) -> Int64 {
        number(content?[action.rawValue]) ?? (action == .invite ? 0 : 50)
    }

    func needed(toSend type: String, isState: Bool) -> Int64 {
        guard let content else { return 0 }
        if let own = number(content["events"]?[type]) { return own }
        return isState ? number(content["state_default"]) ?? 50 : number(content["events_default"]) ?? 0
    }

    /// Reads a level. Before room version 10, levels written as strings count as well.
    func number(_ value: JSONValue?) -> Int64? { PowerLevels.number(value, version: version) }

    static func number(_ value: JSONValue?, version: RoomVersion) -> Int64? {
        switch value {
        case .int(let number): number
        case .string(let text) where !version.requiresIntegerPowerLevels: Int64(text.filter { !$0.isWhitespace })
        default: nil
        }
    }
}

extension String {
    /// True if both identifiers consist of the same bytes. Swift's `==` also treats canonically equivalent texts as equal.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
