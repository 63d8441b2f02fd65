import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing

extension Storm {
    /// The session has what the node has: every message once and in order, the same state, nothing left to send.
    func check(_ session: MXSession, _ said: Said) async throws {
        let room = try #require(session.room(withRoomId: roomId))
        let log = try await alice.log(roomId)
        let history = try await room.liveTimeline.history(by: 50)
        #expect(history.map(\.eventId) == log.reversed())
        let bodies = history.reversed().compactMap(\.body)
        #expect(bodies.filter { $0.hasPrefix("mine") } == said.mine)
        #expect(bodies.filter { $0.hasPrefix("theirs") } == said.theirs)
        let state = Set(try await alice.client.state(ofRoom: roomId).map(\.eventId))
        #expect(Set(try await room.state().stateEvents.map(\.eventId)) == state)
        for (name, data) in said.files {
            let address = try #require(history.first { $0.body == name }?.content["url"]?.stringValue)
            expectSame(try await alice.client.downloadContent(address).data, data)
        }
    }

    /// The data on disk is the same, without any network.
    /// - Parameter url: where Alice's session found the node; what it knows is kept by that.
    func checkStore(_ url: URL? = nil) async throws {
        let offline = MXSession.session(of: MXRestClient(credentials: credentials(at: url)))
        try await offline.setStore(MXFileStore(directory: store.url))
        let kept = try #require(offline.room(withRoomId: roomId))
        let heard = Heard(kept.liveTimeline)
        try await kept.liveTimeline.paginate(100_000, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == (try await alice.log(roomId)).reversed())
        #expect(kept.outgoingMessages().isEmpty)
        await offline.close()
    }
}
