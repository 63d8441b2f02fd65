import HeraldJSON
import SDNWire

/// A tag that the user gave a room (SDN sheet 5.8).
public struct MXRoomTag: Hashable, Sendable {
    /// The tag of the user's favourite rooms.
    public static let favourite = "m.favourite"
    /// The tag of rooms that are listed last.
    public static let lowPriority = "m.lowpriority"
    /// The tag of rooms in which the node's operator writes to the user.
    public static let serverNotice = "m.server_notice"
    /// The tag of rooms that are hidden. This tag is SendingNetwork's own.
    public static let invisible = "m.invisible"

    /// The name, such as ``favourite``, or `u.work` for a tag of the user's own.
    public let name: String
    /// The position of the room among the rooms with this tag; 0 comes first. A room with `nil` comes after all rooms that have a position.
    public let parsedOrder: Double?
    /// ``parsedOrder`` as a string.
    public var order: String? { parsedOrder.map { String($0) } }

    /// Creates a tag from its name and order.
    public init(name: String, order: Double? = nil) {
        self.name = name
        self.parsedOrder = order
    }

    /// Returns the tags in a content of `m.tag`, in no particular order. An order that is no number counts as absent.
    public static func tags(content: JSONObject) -> [MXRoomTag] {
        let tags = content["tags"]?.objectValue ?? [:]
        return tags.keys.map { MXRoomTag(name: $0, order: (try? AddTagRequest.order(tags[$0]?["order"])) ?? nil) }
    }
}
