import HeraldJSON

/// The newest messages to users, in encrypted form. If no channel is configured, the process that runs the servers can read them from this
/// store.
struct NotificationOutbox: Sendable {
    private static let limit: Int64 = 1_000
    /// The number of messages after which old ones are deleted. If each new message deleted one, messages that are added at once would
    /// conflict.
    private static let slice: Int64 = 100
    let database: any ServiceDatabase
    let seal: StorageSeal

    func add(_ notification: OutgoingNotification) async throws {
        let sealed = try seal.seal(try JSONModelEncoder().canonicalBytes(notification), at: "noti/message")
        try await database.write { rows in
            let number = try rows.insertNotification(sealed)
            if number > Self.limit, number.isMultiple(of: Self.slice) {
                try rows.deleteNotifications(upTo: number - Self.limit)
            }
        }
    }

    /// Returns the messages, oldest first.
    func messages() async throws -> [OutgoingNotification] {
        try await database.read { rows in try rows.notifications() }.map {
            try JSONModelDecoder().decode(OutgoingNotification.self, from: seal.open($0, at: "noti/message"))
        }
    }
}
