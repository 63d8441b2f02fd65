import GRDB
import HeraldJSON
import SDNWire

/// A room's power levels with the defaults of SDN sheet 7.6.
struct PowerLevels: Sendable {
    /// The content of `m.room.power_levels`; `nil` while the room has none.
    let content: JSONObject?
    /// The creator of the room; `nil` only before the first event.
    let creator: String?
    let additionalCreators: AdditionalCreators
    let version: RoomVersion

    init(
        _ content: JSONObject?, creator: String?, additionalCreators: AdditionalCreators = .none, version: RoomVersion
    ) {
        self.content = content
        self.creator = creator
        self.additionalCreators = additionalCreators
        self.version = version
    }

    /// Reads the current levels of a room.
    init(of room: RoomRecord, in db: Database) throws {
        let create = try StateStore.event(EventType.create, room: room.rowID, in: db)
        self.init(
            try StateStore.event(EventType.powerLevels, room: room.rowID, in: db)?.contentObject,
            creator: create?.sender, additionalCreators: AdditionalCreators(of: create, version: room.version),
            version: room.version)
    }

    /// The level of a room's creators from room version 12 on. No level in a room's power levels is as high, because JSON has no such number.
    static let aboveAll = Int64.max

    /// True if a user has more power than any level, as the creators of a room have from room version 12 on.
    func isAboveLevels(_ user: String) -> Bool {
        version.putsCreatorsAboveLevels
            && (creator?.isIdentical(to: user) == true || additionalCreators.contains(user))
    }

    /// An action for which `m.room.power_levels` has a member of its own, such as `kick`.
    enum Action: String {
        case ban, kick, redact, invite
    }

    func level(of user: String) -> Int64 {
        if isAboveLevels(user) { return Self.aboveAll }
        guard let content else { return creator?.isIdentical(to: user) == true ? 100 : 0 }
        return number(content["users"]?[user]) ?? number(content["users_default"]) ?? 0
    }

    /// The power level of users for whom `users` has no entry.
    var ofOthers: Int64 { number(content?["users_default"]) ?? 0 }

    /// The users who can have a level of their own: those for whom `users` has an entry, and the creators if they are above all levels. If the
    /// room has no power levels yet, the creator is the only one.
    var named: [String] {
        let creator = [creator].compactMap(\.self)
        guard let content else { return creator + additionalCreators.userIDs }
        let users = content["users"]?.objectValue?.keys ?? []
        return version.putsCreatorsAboveLevels ? creator + additionalCreators.userIDs + users : users
    }

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
