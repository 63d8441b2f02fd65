import Foundation
import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXRestClient: OutboxSender {
    func send(_ request: SendEventRequest) async throws -> String {
        try await perform(Endpoints.sendEvent, request, retry: .once).eventID
    }
    func redact(_ request: RedactRequest) async throws -> String {
        try await perform(Endpoints.redact, request, retry: .once).eventID
    }
    func upload(
        _ stream: MXUploadStream, filename: String?, mimeType: String,
        progress: @escaping @Sendable (_ bytesSent: Int64) -> Void
    ) async throws -> URL {
        try await uploadContent(of: stream, filename: filename, mimeType: mimeType, retry: .twice) {
            progress($0.bytesSent)
        }
    }
}

extension MXSession: OutboxContext {
    var sender: any OutboxSender { sdnRestClient }
    func outboxRoom(_ roomId: String) -> (any OutboxRoom)? { room(withRoomId: roomId) }
    func keepSent(_ stream: MXUploadStream, of member: String, ofMessage localId: String, as url: URL) async {
        try? await mediaManager.keepSent(member, ofMessage: localId, stream, as: url.absoluteString)
    }
}

extension MXRoom: OutboxRoom {
    var outboxContext: any OutboxContext { mxSession }
    func tell(_ echo: MXEvent, localId: String) {
        liveTimeline.tell(echo, localId: localId)
        changePending { $0.note(echo, localId: localId) }
    }
    func tellUpload(_ localId: String, _ progress: MXUploadProgress) {
        liveTimeline.tellUpload(localId, progress)
    }
    func tellRequeued(_ localId: String) {
        liveTimeline.tellRequeued(localId)
        changePending { $0.moveToEnd(localId) }
    }
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool) {
        liveTimeline.tellEnd(ofEcho: localId, eventId: eventId, isFollowed: isFollowed)
        changePending { $0.remove(localId) }
    }
}

// A session decides here if one of its rooms is encrypted.
extension MXSession {
    func isEncrypted(_ roomId: String) async throws -> Bool {
        let known = room(withRoomId: roomId)
        if known?.summary.isEncrypted ?? false { return true }
        // Another process may have stored the encryption a moment ago. A room that the session no longer lists is only in the store.
        if known == nil || isSharingStore, try await store.read({ try $0.room(roomId)?.isEncrypted ?? false }) {
            return true
        }
        // Only a session that is up to date knows whether the room became encrypted meanwhile. Otherwise the node is asked, because the outbox does
        // not wait for the first sync.
        return seesEncryption ? false : try await sdnRestClient.isEncryptedOnNode(roomId, retry: .once)
    }

    /// True when a sync of this process has just shown which rooms are encrypted. The state `running` alone does not say this: the system may
    /// have suspended the process for hours while a sync was waiting for its answer.
    private var seesEncryption: Bool {
        let now = clock.now()
        return shared.withLock { shared in
            guard shared.state == .running, let seen = shared.encryptionSeen else { return false }
            return now - seen <= MXSession.syncInterval
        }
    }

    /// Notes that a sync shows which rooms are encrypted. A sync that took too long does not count, because its answer may be as old as its request.
    /// - Parameters:
    ///   - began: the time of the request, by ``clock``; `nil` if the sync does not show it, or if another process syncs, which may be suspended.
    ///   - ended: the time of the answer.
    func noteEncryption(seenFrom began: Duration?, to ended: Duration) {
        let isPrompt = began.map { ended - $0 <= MXSession.syncInterval } ?? false
        shared.withLock { $0.encryptionSeen = isPrompt ? ended : nil }
    }

    /// The longest usual time of a sync, and so the longest time between the ends of two.
    private static var syncInterval: Duration { longPoll + .seconds(5) }
}
