import SDNWire

/// Carries a redaction out on what is stored (SDN sheet 5.8).
struct Redactor {
    let store: any MXStoreWriter
    let roomId: String
    let version: RoomVersion

    /// Prunes the target in its place.
    /// - Returns: the pruned event; `nil` when the target is not stored or was redacted before.
    func apply(_ redaction: MXEvent) throws -> MXEvent? {
        guard let targetId = redaction.redacts, let target = try store.event(targetId, inRoom: roomId), !target.isRedacted,
            let pruned = target.prune(roomVersion: version, because: redaction)
        else { return nil }
        try store.replace(pruned, inRoom: roomId)
        return pruned
    }
}
