import Foundation
import SDNSDK

struct GermanTexts: MXStringLocalizerProtocol {
    var emptyRoom: String { "Leerer Raum" }
    func twoMembers(_ first: String, _ second: String) -> String { "\(first) und \(second)" }
}

struct PrintedLog: MXLogSink {
    func log(_ entry: MXLogEntry) { print(entry.level, entry.category, entry.message) }
}

/// The examples of what a room screen calls, and of a session that is restored.
extension DocExamples {
    static func restoring(
        _ storedCredentials: Data, _ keychainItem: Data,
        _ saveToKeychain: @escaping @Sendable (MXCredentials.Tokens) -> Void
    ) async throws {
        let credentials = try JSONDecoder().decode(MXCredentials.self, from: storedCredentials)
        let tokens = try JSONDecoder().decode(MXCredentials.Tokens.self, from: keychainItem)
        let session = try await MXSession.restored(
            credentials, tokens: tokens, store: MXFileStore(), saveTokens: saveToKeychain)
        try await session.start()
    }

    static func mentioning(_ room: MXRoom) async throws {
        try await room.sendTextMessage("Ann, come", mentions: MXMentions(userIds: ["@ann:node.example.org"]))
    }

    static func polling(_ room: MXRoom) async throws -> String {
        let eventId = try await room.sendPoll("When do we sail?", answers: ["At six", "At noon"])
        return eventId
    }

    static func sharingAPlace(_ room: MXRoom) async throws {
        let share = try await room.startLiveLocation(for: .seconds(900))
        if let place = MXLocation(latitude: 53.54, longitude: 9.98) {
            try await room.sendLiveLocation(place, ofShare: share)
        }
        try await room.stopLiveLocation()
    }

    static func captioning(_ room: MXRoom, _ png: Data) async throws {
        try await room.sendImage(data: png, mimeType: "image/png", caption: MXMediaCaption("At six"))
    }

    static func requestsToJoin(_ room: MXRoom) async {
        for await requests in room.joinRequests() {
            for request in requests { print(request.displayName ?? request.userId, request.reason ?? "") }
        }
    }
}
