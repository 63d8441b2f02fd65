import Foundation
import SDNSDK
import Synchronization

/// The conditions that hold for every sync response. The session processes it or refuses it with an error of its own. Afterwards everything that is
/// stored can be read and shown, no event is in a room twice, and the room that existed before still exists unless the response removed it.
enum SDNFuzz {
    static func check(_ input: UnsafeBufferPointer<UInt8>) -> CInt {
        let bytes = Array(input)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await run(bytes)
            done.signal()
        }
        done.wait()
        return 0
    }

    private static func run(_ bytes: [UInt8]) async {
        if let html = MXMessageHTML.sanitized(String(decoding: bytes, as: UTF8.self)),
            html.utf8.count <= MXMessageHTML.maximumBytes, MXMessageHTML.sanitized(html) != html
        {
            broken("sanitized HTML changes when it is sanitized again")
        }
        let node = FuzzNode([SDNSeeds.first, bytes])
        let credentials = MXCredentials(node: "http://node.example", userId: SDNSeeds.me, accessToken: "token")
        let client = MXRestClient(credentials: credentials, transport: node)
        let session = MXSession(sdnRestClient: client)
        do {
            try await session.setStore(MXMemoryStore())
            try await session.start()
        } catch {
            broken("the session does not start on a good response: \(error)")
        }
        await session.pause()
        do {
            try await session.backgroundSync()
        } catch is SDNSDKError {
        } catch is MXError {
        } catch {
            broken("an error of no type of ours: \(error)")
        }
        for summary in session.roomList.snapshot.rooms {
            _ = (summary.displayName, summary.membersCount, summary.lastActivity, summary.tags)
        }
        for room in session.rooms {
            do {
                let seen = Mutex<[String]>([])
                let listener = room.liveTimeline.listenToEvents { event, direction, _ in
                    if direction == .backwards { seen.withLock { $0.append(event.eventId) } }
                }
                room.liveTimeline.resetPagination()
                try await room.liveTimeline.paginate(1_000, direction: .backwards, onlyFromStore: true)
                room.liveTimeline.removeListener(listener)
                let ids = seen.withLock { $0 }
                if Set(ids).count != ids.count { broken("an event stands in a room twice") }
                for item in try await room.timelineUpdates(limit: 1_000).items {
                    _ = (item.content, item.senderProfile.shownName, item.inReplyTo?.event?.content, item.sendReason)
                }
                let state = try await room.state()
                _ = (
                    state.name, state.powerLevels, state.members.members.map { state.members.memberName($0.userId) },
                    state.pinnedEvents
                )
            } catch {
                broken("what is stored cannot be read: \(error)")
            }
        }
        await session.close()
        client.close()
    }

    private static func broken(_ what: String) -> Never {
        FileHandle.standardError.write(Data("broken promise: \(what)\n".utf8))
        abort()
    }
}

/// A node that answers syncs with what it was given, one after the other, and then not at all.
private final class FuzzNode: HTTPTransport {
    private let answers: Mutex<[[UInt8]]>

    init(_ answers: [[UInt8]]) { self.answers = Mutex(answers.reversed()) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = request.url.path
        if path.contains("/filter") { return TransportResponse(status: 200, body: Array(#"{"filter_id":"1"}"#.utf8)) }
        guard path.hasSuffix("/sync") else {
            return TransportResponse(status: 404, body: Array(#"{"errcode":"M_UNRECOGNIZED","error":""}"#.utf8))
        }
        // The session's own long poll gets nothing: the second answer is for the background sync, which does not wait.
        let isPatient = request.url.query?.contains("timeout=0") == false
        if !isPatient {
            let next = answers.withLock { $0.popLast() }
            return next.map { TransportResponse(status: 200, body: $0) } ?? TransportResponse(status: 500, body: [])
        }
        try await Task.sleep(for: .seconds(3_600))
        throw CancellationError()
    }

    func close() {}
}
