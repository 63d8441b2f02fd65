import HeraldJSON

/// The actions of a push rule: the list as on the wire, and the values derived from it (SDN sheet 6.3). It is a class, because rules are copied
/// more often than their actions are read.
package final class PushActions: Sendable, Hashable {
    /// The actions as on the wire. Unknown actions are kept and have no effect.
    package let list: [JSONValue]
    /// True when the user is notified of the event.
    package let notifies: Bool
    /// True when the event is highlighted.
    package let highlights: Bool
    /// The sound to play, or `nil` for none.
    package let sound: String?
    /// Every tweak by name, to send to a push gateway.
    package let tweaks: JSONObject

    package init(_ list: [JSONValue]) {
        var notifies = false
        var tweaks = JSONObject()
        for action in list {
            switch action {
            // The old action `coalesce` also notified. The old action `dont_notify` means the same as an empty list.
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

    /// The estimated memory size, in bytes. The list counts twice, because `tweaks` repeats parts of it.
    package var weight: Int {
        HeldBytes.buffer + MemoryLayout<([JSONValue], Bool, Bool, String?, JSONObject)>.stride + HeldBytes.of(list) * 2
    }

    /// An empty list of actions.
    package static let none = PushActions([])

    package static func == (left: PushActions, right: PushActions) -> Bool { left.list == right.list }
    package func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
