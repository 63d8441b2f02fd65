import Foundation
import HeraldJSON
@testable import SDNSDK
import TestSupport
import Testing

// The state that a background sync is.
extension StateMachineTests {
    @Test("a background sync of a paused session sends one request, as offline and without a server timeout")
    func backgroundSync() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        await session.pause()
        let id = node.say("while away")
        let states = States(session)
        let before = node.requests("/sync").count
        try await session.backgroundSync(withTimeout: 5)
        #expect(states.seen == [.backgroundSyncInProgress, .paused])
        #expect(heard.ids(.forwards) == [id])
        let requests = node.requests("/sync").dropFirst(before)
        let query = try #require(requests.first?.url.query)
        #expect(requests.count == 1 && query.contains("set_presence=offline") && query.contains("timeout=0"))
        try await session.resume()
        #expect(heard.ids(.forwards) == [id], "what came in the background does not come again")
        await session.close()
    }

    @Test(
        "a background sync is refused while the session syncs, and before the start unless the state is to be ignored")
    func refusedBackgroundSync() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let early = await failure { try await session.backgroundSync() }
        #expect((early as? SDNSDKError)?.code == .wrongState)
        #expect(
            (await failure { try await session.backgroundSync(ignoreSessionState: true) } as? SDNSDKError)?.code
                == .wrongState, "no store yet")
        try await session.setStore(MXMemoryStore())
        try await session.backgroundSync(ignoreSessionState: true)
        #expect(session.state == .storeDataReady && session.rooms.count == 1)
        try await session.start()
        #expect(
            (await failure { try await session.backgroundSync(ignoreSessionState: true) } as? SDNSDKError)?.code
                == .wrongState)
        #expect(
            (await failure { try await session.backgroundSync(withTimeout: -1) } as? SDNSDKError)?.code
                == .invalidArgument)
        await session.close()
        #expect(
            (await failure { try await session.backgroundSync(ignoreSessionState: true) } as? SDNSDKError)?.code
                == .closed)
    }

    @Test("a background sync that fails throws, and the session is paused as before")
    func failedBackgroundSync() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await session.pause()
        node.fail("/sync", .answer(500, ["errcode": "M_UNKNOWN", "error": "overloaded"]))
        #expect(await failure { try await session.backgroundSync() } as? MXError == .unknown)
        #expect(session.state == .paused)
        try await session.resume()
        #expect(session.state == .running)
        await session.close()
    }

    @Test("a resume replaces a background sync, and a pause ends it", arguments: [true, false])
    func interruptedBackgroundSync(resumes: Bool) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await session.pause()
        node.hold("/sync")
        let asked = node.requests("/sync").count
        let sync = Task { try await session.backgroundSync() }
        await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > asked }
        if resumes {
            let resume = Task { try await session.resume() }
            await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > asked + 1 }
            node.hold(nil)
            try await resume.value
            #expect(session.state == .running)
        } else {
            await session.pause()
            #expect(session.state == .paused)
            node.hold(nil)
        }
        #expect(await failure { try await sync.value } is CancellationError)
        await session.close()
    }
}
