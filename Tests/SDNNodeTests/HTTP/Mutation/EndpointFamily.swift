import SDNWire
@testable import SDNNode

/// The endpoint families that are attacked with mutated requests. Every registered route belongs to one.
enum EndpointFamily: String, CaseIterable, Sendable {
    case login, profile, rooms, sync

    /// First segments of the path; whatever is not listed is discovery, login or DID.
    private static let firstSegments: [EndpointFamily: Set<String>] = [
        .profile: [
            "profile", "pushers", "pushrules", "notifications", "devices", "delete_devices", "account", "contact",
            "contacts_list", "get_meeting_svr",
            "find_dm_room", "sendmessbywallet",
        ],
        .sync: [
            "sync", "initialSync", "user", "presence", "keys", "sendToDevice", "room_keys", "org.sdn.msc3391",
            "org.matrix.msc3391", "org.matrix.msc3814.v1",
        ],
        .rooms: [
            "rooms", "createRoom", "join", "knock", "joined_rooms", "publicRooms", "directory", "events",
            "room_summary", "im.nheko.summary", "peek", "org.matrix.msc2753",
            "search", "user_directory", "users",
        ],
    ]

    init(of route: Route) {
        var first = ""
        if case .literal(let text) = route.template.segments.first { first = text }
        self = Self.firstSegments.first { $0.value.contains(first) }?.key ?? .login
    }
}
