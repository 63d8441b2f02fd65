import Foundation
import HeraldJSON
@testable import SDNSession
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("The states of a session", .timeLimit(.minutes(10)))
struct StateMachineTests {
    /// The states that a session goes through from now on.
    final class States: Sendable {
        private let all = Mutex<[MXSessionState]>([])
        init(_ session: MXSession) {
            _ = NotificationCenter.default.addObserver(
                forName: kMXSessionStateDidChangeNotification, object: session, queue: nil
            ) { [weak session] _ in
                if let session { self.all.withLock { $0.append(session.state) } }
            }
        }
        var seen: [MXSessionState] { all.withLock { $0 } }
    }

    @Test("a session is created, opens its store, syncs, runs, pauses, resumes and closes, and each change is reported")
    func wholeWay() async throws {
        let session = MXSession.scripted(ScriptedNode())
        let states = States(session)
        #expect(session.state == .initialised)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        await session.pause()
        try await session.resume()
        await session.close()
        #expect(
            states.seen == [
                .storeDataReady, .syncInProgress, .running, .pauseRequested, .paused, .syncInProgress, .running,
                .closed,
            ])
    }

    @Test("a pause waits until nothing prevents it, and syncing continues meanwhile")
    func preventedPause() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        session.retainPreventPause()
        session.retainPreventPause()
        var updates = Updates(session.updates())
        let pause = Task { await session.pause() }
        _ = try await updates.first { if case .state(.pauseRequested) = $0 { true } else { nil } }
        session.releasePreventPause()
        let id = node.say("still syncing")
        _ = try await updates.first { if case .synced = $0 { true } else { nil } }
        #expect(session.state == .pauseRequested && heard.ids(.forwards) == [id])
        session.releasePreventPause()
        await pause.value
        #expect(session.state == .paused)
        session.releasePreventPause()
        try await session.resume()
        await session.pause()
        #expect(session.state == .paused, "a release too many prevents nothing and allows nothing")
        await session.close()
    }

    @Test("a resume cancels a prevented pause, and the session runs as it would without it")
    func pauseTakenBack() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        session.retainPreventPause()
        let states = States(session)
        var updates = Updates(session.updates())
        let pause = Task { await session.pause() }
        _ = try await updates.first { if case .state(.pauseRequested) = $0 { true } else { nil } }
        try await session.resume()
        await pause.value
        #expect(states.seen == [.pauseRequested, .running])
        session.releasePreventPause()
        #expect(session.state == .running, "a pause that was taken back does not come about later")
        await session.close()
    }

    @Test("a call that prevents pauses does so until it returns or throws")
    func preventingCall() async throws {
        let session = MXSession.scripted(ScriptedNode())
        try await session.start()
        var updates = Updates(session.updates())
        let goOn = OneShot<Void>()
        let call = Task {
            try await session.preventingPause {
                try await goOn.value(); throw CancellationError()
            }
        }
        while session.shared.withLock({ $0.preventPauseCount == 0 }) { await Task.yield() }
        let pause = Task { await session.pause() }
        _ = try await updates.first { if case .state(.pauseRequested) = $0 { true } else { nil } }
        goOn.fulfil(.success(()))
        #expect(await failure { try await call.value } is CancellationError)
        await pause.value
        #expect(session.state == .paused)
        await session.close()
    }

    @Test("closing ends a pause that is being prevented")
    func closeWhilePrevented() async throws {
        let session = MXSession.scripted(ScriptedNode())
        try await session.start()
        session.retainPreventPause()
        var updates = Updates(session.updates())
        let pause = Task { await session.pause() }
        _ = try await updates.first { if case .state(.pauseRequested) = $0 { true } else { nil } }
        await session.close()
        await pause.value
        #expect(session.state == .closed)
    }

    @Test("a sync in progress is repeated with the same token if the user's presence changes")
    func presenceAnew() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        node.fail("/presence/", .answer(200, [:]))
        try await session.myUser?.setPresence(.unavailable, statusMessage: "lunch")
        await node.until { $0.requests.last?.url.query?.contains("set_presence=unavailable") ?? false }
        #expect(node.requests("/sync").suffix(2).allSatisfy { $0.url.query?.contains("since=s3") ?? false })
        var updates = Updates(session.updates())
        let id = node.say("after lunch")
        _ = try await updates.first { if case .event(let event) = $0, event.eventId == id { true } else { nil } }
        #expect(session.state == .running && node.requests("/filter").count == 1)
        await session.close()
    }

    @Test("reconnect ends the wait before the next try, and returns false if there is none")
    func reconnect() async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        #expect(!session.reconnect())
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        node.fail("/sync", .refused)
        node.say("wakes the long poll up")
        _ = try await clock.asleep()
        #expect(session.state == .nodeNotReachable)
        while !session.reconnect() { await Task.yield() }
        var updates = Updates(session.updates())
        if session.state != .running {
            _ = try await updates.first { if case .state(.running) = $0 { true } else { nil } }
        }
        #expect(clock.interruptions == 1)
        await session.close()
    }

    @Test("reconnect begins to sync again after the node refused the access token")
    func reconnectAfterLogin() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        var updates = Updates(session.updates())
        node.fail("/sync", .answer(401, ["errcode": "M_UNKNOWN_TOKEN", "error": "gone", "soft_logout": true]))
        node.say("wakes the long poll up")
        _ = try await updates.first { if case .state(.syncError) = $0 { true } else { nil } }
        #expect(session.syncError == .unknownToken)
        while !session.reconnect() { await Task.yield() }
        _ = try await updates.first { if case .state(.running) = $0 { true } else { nil } }
        await session.close()
    }

    @Test("the start reports its progress, and syncs without a server timeout until it has caught up")
    func progress() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        #expect(session.startupProgress.stage == .notStarted && session.startupProgress.fraction == 0)
        var updates = Updates(session.updates())
        let start = Task { try await session.start() }
        var stages: [MXSessionStartupProgress.Stage] = []
        _ = try await updates.first { update -> Bool? in
            if case .startup(let progress) = update { stages.append(progress.stage) }
            return stages.last == .done ? true : nil
        }
        try await start.value
        #expect(stages == [.readingStore, .waitingForNode, .storing, .done] && session.startupProgress.fraction == 1)
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        #expect(!session.catchingUp)
        await session.close()
    }

    @Test("the node's capabilities are requested beside the first sync and read from the store afterwards")
    func facts() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        node.state.withLock { state in
            state.facts["/versions"] = ["versions": ["v1.11"], "unstable_features": ["org.matrix.x": true]]
            state.facts["/capabilities"] = [
                "capabilities": ["m.room_versions": ["default": "11", "available": ["11": "stable"]]]
            ]
            state.facts["/media/config"] = ["m.upload.size": 4_096]
            state.facts["/client"] = ["m.homeserver": ["base_url": "http://node.example"]]
        }
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        #expect(session.nodeCapabilities == nil && session.maxUploadSize == -1)
        var updates = Updates(session.updates())
        try await session.start()
        if session.nodeWellknown == nil {
            _ = try await updates.first { if case .nodeFacts = $0 { true } else { nil } }
        }
        await session.close()

        node.setDown(true)
        let offline = MXSession.scripted(node)
        try await offline.setStore(MXFileStore(directory: folder.url))
        #expect(
            offline.supportedSDNVersions?.versions == ["v1.11"]
                && offline.supportedSDNVersions?.supports("org.sdn.x") == true)
        #expect(offline.maxUploadSize == 4_096 && offline.mediaManager.restClient === offline.sdnRestClient)
        #expect(offline.nodeCapabilities?.defaultRoomVersion == "11")
        #expect(offline.nodeWellknown?.homeServer == "http://node.example")
        await offline.close()
    }
}
