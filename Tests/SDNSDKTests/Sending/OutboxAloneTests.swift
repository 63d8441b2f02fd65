import HeraldLocks
import TestSupport
import Foundation
import HeraldJSON
@testable import SDNSession
import SDNSDK
import SDNWire
import Testing

/// The outbox has a store, a sender and rooms, and no session.
@Suite("An outbox without a session")
struct OutboxAloneTests {
    @Test("messages are sent in the order in which they were queued, and stay until their events are seen")
    func order() async throws {
        let around = try await OutboxSurroundings()
        let outbox = Outbox()
        outbox.open(around)
        let entries = try ["one", "two", "three"].map { try around.submit($0, to: outbox) }
        for (entry, name) in zip(entries, ["one", "two", "three"]) {
            #expect(try await entry.sent.value() == "$~\(name)")
        }
        #expect(around.requests == ["~one", "~two", "~three"])
        #expect(try await around.stored().map(\.status) == [.sent, .sent, .sent])
        #expect(entries.map(\.echo.sentState) == [.sent, .sent, .sent])

        outbox.hasArrived(ArrivedMessage(localId: "~one", eventId: "$~one"), room: around)
        #expect(outbox.echoes(inRoom: OutboxSurroundings.roomId).count == 2)
        #expect(around.ended == ["~one"])
        await outbox.close()
    }

    @Test("a request without an answer is sent again with the same transaction ID")
    func retry() async throws {
        let around = try await OutboxSurroundings(failures: [
            SDNSDKError(.connectionLost, reason: "no answer"),
            MXError(errcode: "M_UNKNOWN", error: "busy", httpStatus: 502),
        ])
        let outbox = Outbox()
        outbox.open(around)
        #expect(try await around.submit("hello", to: outbox).sent.value() == "$~hello")
        #expect(around.requests == ["~hello", "~hello", "~hello"])
        await outbox.close()
    }

    @Test("a refused message is stored as failed, and the next one is sent")
    func refusal() async throws {
        let around = try await OutboxSurroundings(failures: [
            MXError(errcode: "M_FORBIDDEN", error: "you may not", httpStatus: 403)
        ])
        let outbox = Outbox()
        outbox.open(around)
        let refused = try around.submit("refused", to: outbox), next = try around.submit("next", to: outbox)
        let error = await failure { try await refused.sent.value() }
        #expect((error as? MXError)?.errcode == "M_FORBIDDEN")
        #expect(try await next.sent.value() == "$~next")
        #expect(try await around.stored().map(\.status) == [.failed, .sent])
        #expect(refused.echo.sentState == .failed)
        await outbox.close()
    }

    @Test(
        "an accepted message whose event no sync brings leaves the outbox after ten syncs and a minute, and not before",
        arguments: [(9, 3_600), (100, 59)])
    func absentEvent(syncs: Int, seconds: Int) async throws {
        let around = try await OutboxSurroundings()
        let outbox = Outbox()
        outbox.open(around)
        _ = try await around.submit("hello", to: outbox).sent.value()
        let accepted = outbox.accepted()
        for _ in 1..<syncs { await outbox.hasSynced(after: accepted, around) }
        around.time.advance(.seconds(seconds))
        await outbox.hasSynced(after: accepted, around)
        #expect(around.ended.isEmpty && outbox.accepted() == ["~hello"])
        #expect(try await around.stored().count == 1)
        around.time.advance(.seconds(1))
        await outbox.hasSynced(after: accepted, around)
        #expect(around.ended == ["~hello"] && outbox.accepted().isEmpty)
        #expect(try await around.stored().isEmpty)
        await outbox.close()
    }

    @Test("the next outbox sends a message that is stored and not sent")
    func restart() async throws {
        let around = try await OutboxSurroundings()
        let first = Outbox()
        // It is not open, so it stores and does not send.
        let entry = try around.submit("later", to: first)
        try await entry.stored.value()
        await first.close()
        let error = await failure { try await entry.sent.value() }
        #expect((error as? SDNSDKError)?.code == .closed)
        #expect(around.requests.isEmpty)

        let second = Outbox()
        second.load(try await around.stored(), sender: around.myUserId, deviceId: around.myDeviceId)
        let loaded = try #require(second.entry("~later"))
        second.open(around)
        #expect(try await loaded.sent.value() == "$~later")
        #expect(around.requests == ["~later"])
        await second.close()
    }
}

/// The environment of an outbox: a store in memory, a sender that answers from a list, and one room that records its notices.
private final class OutboxSurroundings: OutboxContext, OutboxSender, OutboxRoom {
    static let roomId = "!room:node"

    private struct State {
        var failures: [any Error]
        var requests: [String] = []
        var ended: [String] = []
    }
    private let state: Mutex<State>
    let store: any MXStore = MXMemoryStore()
    let gate = SerialGate()
    let isSharingStore = false
    let time = ManualClock()
    var clock: RetryClock { time.retryClock }
    let myUserId = "@me:node"
    let myDeviceId: String? = "DEVICE"

    /// - Parameter failures: the answers to the first requests. All later requests succeed.
    init(failures: [any Error] = []) async throws {
        state = Mutex(State(failures: failures))
        try await store.open(
            with: MXCredentials(node: "https://node.example.org", userId: myUserId, accessToken: "token"))
    }

    /// The transaction ids of all requests, in order.
    var requests: [String] { state.withLock { $0.requests } }
    /// The local IDs of the echoes whose end was reported to the room.
    var ended: [String] { state.withLock { $0.ended } }

    func stored() async throws -> [MXOutgoingMessage] { try await store.read { try $0.outgoingMessages() } }

    func submit(_ name: String, to outbox: Outbox) throws -> Outbox.Entry {
        let message = MXOutgoingMessage(
            localId: "~" + name, roomId: Self.roomId, type: "m.room.message", content: ["body": .string(name)],
            createdAt: Timestamp(milliseconds: 1))
        return outbox.submit(message, echo: try message.echo(sender: myUserId), room: self)
    }

    func requireUserId() -> String { myUserId }
    func isEncrypted(_ roomId: String) -> Bool { false }
    var sender: any OutboxSender { self }
    func outboxRoom(_ roomId: String) -> (any OutboxRoom)? { roomId == Self.roomId ? self : nil }

    func send(_ request: SendEventRequest) async throws -> String {
        let error = state.withLock { state in
            state.requests.append(request.transactionID)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let error { throw error }
        return "$" + request.transactionID
    }
    func redact(_ request: RedactRequest) async throws -> String {
        throw SDNSDKError(.invalidArgument, reason: "the tests redact nothing")
    }
    func upload(
        _ stream: MXUploadStream, filename: String?, mimeType: String,
        progress: @escaping @Sendable (_ bytesSent: Int64) -> Void
    ) async throws -> URL {
        throw SDNSDKError(.invalidArgument, reason: "the tests upload nothing")
    }

    var outboxContext: any OutboxContext { self }
    func tell(_ echo: MXEvent, localId: String) {}
    func keepSent(_ stream: MXUploadStream, of member: String, ofMessage localId: String, as url: URL) async {}
    func tellUpload(_ localId: String, _ progress: MXUploadProgress) {}
    func tellRequeued(_ localId: String) {}
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool) {
        state.withLock { $0.ended.append(localId) }
    }
}
