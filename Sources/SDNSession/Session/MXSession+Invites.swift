import SDNClient
import SDNFolds
import SDNValues
import Synchronization

extension MXSession {
    /// Joins rooms that the user is invited to, when the client's options say so. An invite that cannot be accepted stays. An invite by an
    /// ignored user, which a node should not have sent, stays too.
    func acceptInvites(_ changes: SyncChanges) {
        guard sdnRestClient.options.autoAcceptRoomInvites else { return }
        let ignored = ignored
        let invites = changes.rooms.map(\.summary).filter {
            $0.membership == .invite && !($0.inviter.map(ignored.contains) ?? false)
        }
        for roomId in Set(invites.map(\.roomId)) {
            // In parallel to the sync, for which the join waits.
            Task.detached { [weak self] in _ = try? await self?.joinRoom(roomId) }
        }
    }
}
