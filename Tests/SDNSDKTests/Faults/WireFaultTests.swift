import TestSupport
import Foundation
import SDNNode
import SDNSDK
import Testing

@Suite("A session whose connection cuts off, mixes up or floods answers", .timeLimit(.minutes(10)))
struct WireFaultTests {
    /// `make kills` waits for all of them.
    private static let faults = ProcessInfo.processInfo.environment["HERALD_FAULT_SEEDS"] == nil ? 200 : 400

    @Test(
        "the session ends with the node's data: every message and file once and in order, and an empty outbox",
        arguments: [1, 2])
    func converges(seed: UInt64) async throws {
        let storm = try await Storm(wallets: 41)
        let proxy = try FaultyProxy(to: storm.node.url, seed: seed, share: 0.6)
        let transport = ImpatientTransport()
        let options = MXSDKOptions()
        options.maximumResponseBytes = 2 << 20
        let session = try await storm.session(over: transport, at: proxy.url, options: options)
        let said = try await storm.talk(session, seed: seed, fetches: true) { proxy.faults >= Self.faults }
        proxy.calm()
        try await storm.settle(session, said)
        try await storm.check(session, said)
        #expect(Set(proxy.counts.keys) == Set(WireFault.allCases))
        #expect(!said.files.isEmpty && !said.theirFiles.isEmpty)
        await session.close()
        transport.close()
        try await storm.checkStore(proxy.url)
        proxy.close()
        await storm.node.stop()
    }

    #if os(Linux)
    /// The memory that a session takes in addition to its memory at rest. Several answers may be on their way at a time, each up to the
    /// limit, and a buffer that grows exists twice for a moment.
    private static let memory = 64 << 20

    @Test("the client gives up an endless answer at its limit, and uses no more memory than that")
    func memory() async throws {
        let storm = try await Storm(wallets: 51)
        let kinds =
            WireFault.allCases.filter { !WireFault.silent.contains($0) } + Array(repeating: .endlessBody, count: 8)
        let proxy = try FaultyProxy(to: storm.node.url, seed: 5, share: 0.6, kinds: kinds)
        let token = try #require(storm.alice.client.credentials.accessToken)
        let arguments = ["endure", storm.store.url.path, proxy.url.absoluteString, storm.alice.userId, "100"]
        let run = try await KilledSession.run(arguments, token: token, killedAfter: nil, pause: 0)
        #expect(run.isFinished, "\(run.lines.suffix(3))")
        let peak = try #require(run.lines.last { $0.hasPrefix("peak ") }.flatMap { Int($0.dropFirst(5)) })
        print(
            "faults on the wire: \(proxy.faults), sent without end: \(proxy.endlessBytes >> 20) MiB, memory at most \(peak >> 20) MiB above rest"
        )
        #expect((1...Self.memory).contains(peak))
        #expect(proxy.endlessBytes > 20 * Self.memory / 4 && proxy.faults > 100)
        try await storm.checkStore(proxy.url)
        let sent = Set((0..<100).map { "m\($0)" })
        let clean = try await storm.alice.session(MXMemoryStore())
        try await clean.start()
        let history = try await #require(clean.room(withRoomId: storm.roomId)).liveTimeline.history(by: 200)
        #expect(history.compactMap(\.body).count { sent.contains($0) } == 100)
        await clean.close()
        proxy.close()
        await storm.node.stop()
    }
    #endif
}
