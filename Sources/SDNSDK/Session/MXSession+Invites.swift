import Synchronization

extension MXSession {
    /// Joins rooms that the user is invited to, when the client's options say so. An invite that cannot be accepted stays.
    func acceptInvites(_ changes: SyncChanges) {
        guard sdnRestClient.options.autoAcceptRoomInvites else { return }
        let invites = changes.rooms.filter { $0.summary.membership == .invite }.map(\.summary.roomId)
        for roomId in invites {
            // Beside the sync, which the join waits for.
            Task.detached { [weak self] in _ = try? await self?.joinRoom(roomId) }
        }
    }
}
