import HeraldJSON
import SDNSDK
import TestSupport
import Testing

/// A room's list that is followed through everything that a test does, to be held against one that begins anew.
struct KeptList: Sendable {
    let room: MXRoom
    let updates: MXTimelineUpdates
    let followed: Followed

    init(_ room: MXRoom) async throws {
        self.room = room
        updates = try await room.timelineUpdates()
        followed = Followed(updates)
    }

    var bodies: [String?] { updates.items.map(\.event.body) }

    /// Hands a message over and takes it back at some moment: before, while or after it goes out.
    func withdraw(_ random: inout SeededGenerator) async throws {
        let echo = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "withdrawn"])
        for _ in 0..<Int.random(in: 0..<300, using: &random) { await Task.yield() }
        // It may have arrived meanwhile.
        if let localId = echo.unsignedData.transactionId { try? await room.removeOutgoingMessage(localId) }
    }

    /// The list, and what its changes make of the first snapshot, are what a new list is.
    func expectFresh(_ place: SourceLocation = #_sourceLocation) async throws {
        // A list begins when everything that came before has been told.
        _ = try await room.timelineUpdates(limit: 1)
        let fresh = try await room.timelineUpdates(
            limit: UInt(updates.items.count { !$0.original.isLocalEvent && $0.sentState == .sent }))
        let isInOrder = fresh.items.map(\.id) == updates.items.map(\.id)
        #expect(isInOrder, "other items, or in another order", sourceLocation: place)
        let isSame = fresh.items == updates.items
        #expect(isSame, "an item looks otherwise", sourceLocation: place)
        let (followed, updates) = (followed, updates)
        try await followed.until { $0 == updates.items }
    }
}
