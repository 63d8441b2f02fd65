import HeraldJSON

/// What a push rule does with an event, read once: the list as it is on the wire, and what follows from it (SDN sheet 6.3).
package struct PushActions: Sendable, Hashable {
    /// As on the wire; unknown ones are kept and do nothing.
    package let list: [JSONValue]
    /// Whether the user is told of the event.
    package let notifies: Bool
    /// Whether the event stands out.
    package let highlights: Bool
    /// The sound to play; `nil` for none.
    package let sound: String?
    /// Every tweak by its name, for a gateway.
    package let tweaks: JSONObject

    package init(_ list: [JSONValue]) {
        var notifies = false
        var tweaks = JSONObject()
        for action in list {
            switch action {
            // `coalesce` once meant to notify of several events at a time; `dont_notify` is the empty list.
            case .string("notify"), .string("coalesce"): notifies = true
            case .object(let object):
                guard let name = object["set_tweak"]?.stringValue else { continue }
                tweaks[name] = object["value"] ?? true
            default: continue
            }
        }
        self.list = list
        self.notifies = notifies
        self.tweaks = tweaks
        self.highlights = tweaks["highlight"]?.boolValue ?? false
        self.sound = tweaks["sound"]?.stringValue
    }

    /// How many bytes they take in memory, about. The tweaks are some of the list once more.
    package var weight: Int { HeldBytes.of(list) * 2 }

    /// No notification.
    package static let none = PushActions([])

    package static func == (left: PushActions, right: PushActions) -> Bool { left.list == right.list }
    package func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
