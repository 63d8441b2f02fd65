import Foundation
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
        _ data: Data, filename: String?, mimeType: String, progress: @escaping @Sendable (_ bytesSent: Int64) -> Void
    ) async throws -> URL {
        try await uploadContent(data, filename: filename, mimeType: mimeType) { progress($0.bytesSent) }
    }
}

extension MXRoom: OutboxRoom {
    var outboxContext: any OutboxContext { mxSession }
    func tell(_ echo: MXEvent, localId: String) { liveTimeline.tell(echo, localId: localId) }
    func tellUpload(_ localId: String, fraction: Double) {
        liveTimeline.broadcast.send(.uploading(localId: localId, fraction: fraction))
    }
    func tellRequeued(_ localId: String) { liveTimeline.tellRequeued(localId) }
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool) {
        liveTimeline.tellEnd(ofEcho: localId, eventId: eventId, isFollowed: isFollowed)
    }
}
