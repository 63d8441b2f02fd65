import HeraldJSON
import SDNWire

/// A tag that the user gave a room (SDN sheet 5.8).
public struct MXRoomTag: Hashable, Sendable {
    /// The user's favourites.
    public static let favourite = "m.favourite"
    /// Rooms that are listed last.
    public static let lowPriority = "m.lowpriority"
    /// Notices of the node's operator.
    public static let serverNotice = "m.server_notice"
    /// Rooms that are hidden. This tag is SendingNetwork's own.
    public static let invisible = "m.invisible"

    /// The name, such as ``favourite``, or `u.work` for a tag of the user's own.
    public let name: String
    /// The position of the room among those with the tag, 0 first. A room with `nil` comes after all that have a position.
    public let parsedOrder: Double?
    /// ``parsedOrder`` as a string.
    public var order: String? { parsedOrder.map { String($0) } }

    /// Creates a tag from its name and order.
    public init(name: String, order: Double? = nil) {
        self.name = name
        self.parsedOrder = order
    }

    /// Returns the tags in a content of `m.tag`, by name. An order that is no number counts as absent.
    public static func tags(content: JSONObject) -> [MXRoomTag] {
        let tags = content["tags"]?.objectValue ?? [:]
        return tags.keys.map { MXRoomTag(name: $0, order: (try? AddTagRequest.order(tags[$0]?["order"])) ?? nil) }
    }
}
