import HeraldJSON
import SDNObservation
import SDNSDK
import Testing

@Suite("Loading older items into the observed timeline", .timeLimit(.minutes(10)))
@MainActor
struct TimelineModelLoadingTests {
    private func messages(_ numbers: ClosedRange<Int>) -> [JSONValue] {
        numbers.map { QuietSession.message("$\($0)", "text \($0)", at: Int64($0)) }
    }

    /// A session after a sync that skipped events and brought nothing but a reaction.
    private func afterGap(_ store: any MXStore = MXMemoryStore()) async throws -> QuietSession {
        let quiet = try await QuietSession(store: store)
        let pages: [JSONValue] = [messages(4...6), messages(7...9)].map {
            ["chunk": .array($0.reversed()), "start": "t1"]
        }
        quiet.node.on("/messages") { _, count in (200, pages[min(count, pages.count) - 1]) }
        try await quiet.take(events: messages(1...3))
        try await quiet.take(room: [
            "timeline": ["limited": true, "prev_batch": "t1", "events": [QuietSession.reaction("$r", to: "$6")]]
        ])
        return quiet
    }

    @Test("loading older items right after the model was made waits for the store, and the rows are there when it ends")
    func olderAtOnce() async throws {
        let quiet = try await afterGap()
        let model = MXTimelineModel(room: try quiet.room)
        await model.loadOlder(3)
        #expect(model.rows.compactMap { $0.item?.content.body } == ["text 4", "text 5", "text 6"])
        #expect(!model.isLoadingOlder && model.failure == nil)
        #expect(model.items.last?.reactions.count == 1)
        await quiet.session.close()
    }

    @Test("a list without items says whether it has older ones, at the beginning and after a sync that skipped events")
    func withoutItems() async throws {
        let quiet = try await afterGap()
        let model = MXTimelineModel(room: try quiet.room)
        await observing { model.hasItems }
        #expect(model.rows.isEmpty && model.hasOlder)
        await model.loadOlder()
        #expect(!model.rows.isEmpty)
        try await quiet.take(room: [
            "timeline": ["limited": true, "prev_batch": "t1", "events": [QuietSession.reaction("$r2", to: "$6")]]
        ])
        await observing { model.rows.isEmpty }
        #expect(model.hasItems && model.hasOlder && model.failure == nil)
        await model.loadOlder()
        #expect(!model.rows.isEmpty && model.failure == nil)
        await quiet.session.close()
    }

    @Test("a list that could not be opened is opened by the next call that loads older items")
    func openingAgain() async throws {
        let store = InterceptedStore(MXMemoryStore())
        let quiet = try await afterGap(store)
        store.afterRead { throw SDNSDKError(.storeFailed, reason: "the disk is gone") }
        let model = MXTimelineModel(room: try quiet.room)
        await observing { model.failure != nil }
        #expect((model.failure as? SDNSDKError)?.code == .storeFailed && !model.hasItems && model.hasOlder)
        store.afterRead(nil)
        model.failure = nil
        await model.loadOlder(3)
        #expect(model.items.map(\.id) == ["$4", "$5", "$6"] && model.failure == nil)
        try await quiet.take(events: messages(10...10))
        await observing { model.items.last?.id == "$10" }
        await quiet.session.close()
    }
}
