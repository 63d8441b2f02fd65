import Foundation
import HeraldJSON
import SDNSDK
import Synchronization

extension TwinScene {
    /// Steps for files, message search, user search, and the events around an event.
    func find() async {
        await step("a file goes up and comes down the same") {
            let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let uri = try await ann.sdnRestClient.uploadContent(
                data, filename: "numbers.bin", mimeType: "application/octet-stream")
            let file = try await bob.sdnRestClient.downloadContent(uri.absoluteString)
            let absent = try await refusal {
                _ = try await bob.sdnRestClient.downloadContent("mxc://\(server.dropFirst())/nothing")
            }
            return [
                "scheme": .string(uri.scheme ?? ""), "same": .bool(file.data == data),
                "type": .string(file.mimeType ?? ""), "name": .string(file.filename ?? ""),
                "absent": absent, "limit": .bool(try await ann.sdnRestClient.maxUploadSize() > 1 << 20),
            ]
        }
        await step("messages are found by their words") {
            await names.know(try await room.sendTextMessage("the quick brown lighthouse"), as: "$lighthouse")
            let found = try await bob.sdnRestClient.searchMessages(
                withPattern: "lighthouse", beforeLimit: 1, afterLimit: 1)
            let nothing = try await bob.sdnRestClient.searchMessages(withPattern: "submarine")
            return [
                "count": .int(Int64(found.count)), "results": .array(found.results.map { .string($0.result.eventId) }),
                "highlights": .array(found.highlights.sorted().map(JSONValue.string)),
                "none": .int(Int64(nothing.count)),
            ]
        }
        await step("a search goes on page by page, within its filter") {
            for number in 1...7 { try await (number % 2 == 0 ? room : bobsRoom).sendTextMessage("harbour \(number)") }
            var filter = MXRoomEventFilter()
            (filter.rooms, filter.senders, filter.limit) = ([room.roomId], [bob.myUserId], 2)
            var bodies: [JSONValue] = [], next: String?
            repeat {
                let page = try await ann.sdnRestClient.searchMessages(
                    withPattern: "harbour", roomEventFilter: filter, nextBatch: next)
                bodies += page.results.compactMap { $0.result.content["body"] }
                next = page.nextBatch
            } while next != nil && bodies.count < 9
            filter.rooms = [try await made("quiet", .privateChat).roomId]
            let elsewhere = try await ann.sdnRestClient.searchMessages(withPattern: "harbour", roomEventFilter: filter)
            return ["found": .array(bodies), "elsewhere": .int(Int64(elsewhere.results.count))]
        }
        await step("a timeline on an event walks both ways from it") {
            var ids: [String] = []
            let updates = ann.updates()
            for number in 1...9 { ids.append(try await room.sendTextMessage("around \(number)")) }
            // A timeline that reaches what the store has goes no further than the last sync.
            for await case .event(let event) in updates where event.eventId == ids.last { break }
            let timeline = room.timeline(onEvent: ids[4]), heard = Mutex<[MXTimelineDirection: [String]]>([:])
            _ = timeline.listenToEvents { event, direction, _ in
                heard.withLock { $0[direction, default: []].append(event.content["body"]?.stringValue ?? "") }
            }
            func told() -> JSONValue {
                heard.withLock { heard in
                    [
                        "before": .array((heard[.backwards] ?? []).map(JSONValue.string)),
                        "after": .array((heard[.forwards] ?? []).map(JSONValue.string)),
                    ]
                }
            }
            try await timeline.resetPaginationAroundInitialEvent(withLimit: 4)
            let around = told()
            try await timeline.paginate(1, direction: .backwards)
            try await timeline.paginate(1, direction: .forwards)
            return ["around": around, "further": told()]
        }
        await step("people are found by their names") {
            let found = try await bob.sdnRestClient.searchUsers("Ann of", limit: 5)
            return .array(found.results.map { .string("\($0.userId) \($0.displayname ?? "")") })
        }
    }
}
