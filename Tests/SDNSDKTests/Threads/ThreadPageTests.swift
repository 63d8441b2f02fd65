import HeraldJSON
import SDNSDK
import Testing

@Suite("The pages of a long thread", .timeLimit(.minutes(10)))
struct ThreadPageTests {
    @Test("a page is read without looking up each message of the thread", arguments: [false, true])
    func work(isPlain: Bool) async throws {
        let store = WatchedStore(isPlain: isPlain)
        let quiet = try await QuietSession(store: store)
        let ids = (1...900).map { "$\($0)" }
        try await quiet.take(
            events: [QuietSession.message("$root")] + ids.map { QuietSession.threaded($0) } + [
                QuietSession.reaction("$r", to: "$870")
            ])
        store.counts.reset()
        let thread = try await quiet.room.threadTimelineUpdates(rootId: "$root", limit: 5)
        try await thread.loadOlder(5, onlyFromStore: true)
        #expect(thread.items.map(\.id) == Array(ids.suffix(10)))
        if !isPlain { #expect(store.counts.places < 50 && store.counts.related < 700) }
        try await thread.loadOlder(1_000, onlyFromStore: true)
        #expect(thread.items.map(\.id) == ["$root"] + ids && !thread.hasOlder)
        #expect(thread.items.first { $0.id == "$870" }?.reactions.map(\.count) == [1])
        await quiet.session.close()
    }
}
