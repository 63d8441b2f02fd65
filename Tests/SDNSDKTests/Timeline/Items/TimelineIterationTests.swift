import HeraldJSON
import SDNSDK
import Testing
@testable import SDNSession

@Suite("Several iterations over a timeline", .timeLimit(.minutes(10)))
struct TimelineIterationTests {
    @Test("an iteration that follows an interrupted one begins with the list as it is, and loses nothing")
    func afterInterruption() async throws {
        let quiet = try await QuietSession()
        let updates = try await quiet.room.timelineUpdates()
        try await quiet.take(events: [QuietSession.message("$1", "one")])
        var read: [MXTimelineItem] = []
        for await batch in updates {
            read.apply(batch)
            if read.count == 1 { break }
        }
        try await quiet.take(events: [QuietSession.message("$2", "two", at: 2)])
        try await quiet.take(events: [QuietSession.message("$3", "three", at: 3)])
        var again: [MXTimelineItem] = []
        var batches = 0
        for await batch in updates {
            again.apply(batch)
            batches += 1
            if again.count == 3 { break }
        }
        #expect(again == updates.items && again.map(\.id) == ["$1", "$2", "$3"] && batches == 1)
        await quiet.session.close()
    }

    @Test("two iterators at the same time both receive every change")
    func atTheSameTime() async throws {
        let quiet = try await QuietSession()
        let updates = try await quiet.room.timelineUpdates()
        var (first, second) = (updates.makeAsyncIterator(), updates.makeAsyncIterator())
        var (read, alsoRead): ([MXTimelineItem], [MXTimelineItem]) = ([], [])
        if let batch = await first.next() { read.apply(batch) }
        if let batch = await second.next() { alsoRead.apply(batch) }
        for number in 1...5 {
            try await quiet.take(events: [QuietSession.message("$\(number)", at: Int64(number))])
            if let batch = await first.next() { read.apply(batch) }
        }
        await quiet.session.close()
        while let batch = await second.next() { alsoRead.apply(batch) }
        let end = await first.next()
        #expect(read == updates.items && alsoRead == updates.items && updates.items.count == 5 && end == nil)
    }

    @Test("an iteration after the end delivers the last list once")
    func afterTheEnd() async throws {
        let quiet = try await QuietSession()
        let updates = try await quiet.room.timelineUpdates()
        try await quiet.take(events: [QuietSession.message("$1", "one")])
        await quiet.session.close()
        for isFirst in [true, false] {
            var list: [MXTimelineItem] = []
            var batches = 0
            for await batch in updates {
                list.apply(batch)
                batches += 1
            }
            #expect(list.map(\.id) == ["$1"] && batches == (isFirst ? 2 : 1))
        }
    }
}
