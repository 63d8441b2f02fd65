import Foundation
import SDNSDK

extension DocExamples {
    static func waitingFile(_ room: MXRoom, _ item: MXTimelineItem) async throws {
        if let file = try await room.fileOfOutgoingMessage(item.id) { print(file.path) }
    }

    static func sending(_ room: MXRoom, _ movie: URL) async throws {
        try await room.sendVideo(localURL: movie)
        for item in try await room.timelineUpdates().items {
            if let upload = item.upload { print(upload.bytesSent, "of", upload.bytesToSend) }
        }
    }
}
