import HeraldJSON
import SDNWire

/// A tag that the user gave a room (SDN sheet 5.8).
public struct MXRoomTag: Hashable, Sendable {
    /// The user's favourites.
    public static let favourite = "m.favourite"
    /// Rooms that stand last.
    public static let lowPriority = "m.lowpriority"
    /// Notices of the node's operator.
    public static let serverNotice = "m.server_notice"
    /// Rooms that are hidden; SendingNetwork's own.
    public static let invisible = "m.invisible"

    /// Such as ``favourite``, or `u.work` for a tag of the user's own.
    public let name: String
    /// Where the room stands among those with the tag, 0 first; `nil` for behind all that say.
    public let parsedOrder: Double?
    /// ``parsedOrder`` as a text.
    public var order: String? { parsedOrder.map { String($0) } }

    /// A tag by its name and order.
    public init(name: String, order: Double? = nil) {
        self.name = name
        self.parsedOrder = order
    }

    /// The tags of a content of `m.tag` by name; an order that is no number counts as none.
    public static func tags(content: JSONObject) -> [MXRoomTag] {
        let tags = content["tags"]?.objectValue ?? [:]
        return tags.keys.map { MXRoomTag(name: $0, order: (try? AddTagRequest.order(tags[$0]?["order"])) ?? nil) }
    }
}
