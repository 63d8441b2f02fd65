import Foundation
import HeraldJSON
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
        try await uploadContent(of: stream, filename: filename, mimeType: mimeType, retry: .once) {
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
