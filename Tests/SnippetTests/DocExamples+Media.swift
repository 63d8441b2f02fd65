import Foundation
import SDNSDK

extension DocExamples {
    static func waitingFile(_ room: MXRoom, _ item: MXTimelineItem) async throws {
        if let file = try await room.fileOfOutgoingMessage(item.id) { print(file.path) }
    }
}
