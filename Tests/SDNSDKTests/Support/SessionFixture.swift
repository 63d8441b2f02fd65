import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire

extension MXSession {
    /// A session of the user of a scripted node; its waits between retries take no time.
    static func scripted(
        _ node: any HTTPTransport, clock: ManualClock = ManualClock(), userId: String = ScriptedNode.me
    ) -> MXSession {
        scripted(node, retryClock: clock.retryClock, userId: userId)
    }

    /// - Parameter now: the time of the device's clock.
    static func scripted(_ node: any HTTPTransport, now: Timestamp) -> MXSession {
        let client = scripted(node).sdnRestClient
        return MXSession(
            sdnRestClient: client, clock: ManualClock().retryClock,
            mediaManager: MXMediaManager(withOwnFolderFor: client), now: { now })
    }

    static func scripted(
        _ node: any HTTPTransport, retryClock: RetryClock, userId: String = ScriptedNode.me, apiRoot: APIRoot? = nil
    ) -> MXSession {
        let credentials = MXCredentials(node: "http://node.example", userId: userId, accessToken: "secret-access-token")
        let client = MXRestClient(credentials: credentials, apiRoot: apiRoot, transport: node, clock: retryClock)
        client.completionQueue = DispatchQueue(label: "test.completion")
        // Tests see each notification while the change that it reports happens.
        client.notificationQueue = nil
        return session(of: client, clock: retryClock)
    }

    /// A session whose media cache has a folder of its own, because the user's folder outlives the test and belongs to all tests of that user.
    static func session(of client: MXRestClient, clock: RetryClock = .system) -> MXSession {
        MXSession(sdnRestClient: client, clock: clock, mediaManager: MXMediaManager(withOwnFolderFor: client))
    }

    /// The scripted room, which has to be there.
    var theRoom: MXRoom {
        get throws {
            guard let room = room(withRoomId: ScriptedNode.room) else {
                throw SDNSDKError(.unknownRoom, reason: "the scripted room is missing")
            }
            return room
        }
    }
}

/// The events that a listener received, in order.
final class Heard: Sendable {
    struct Entry: Sendable {
        let event: MXEvent
        let direction: MXTimelineDirection
        let state: MXRoomState?
    }
    private let entries = Mutex<[Entry]>([])

    init(_ timeline: MXEventTimeline? = nil) {
        _ = timeline?.listenToEvents { event, direction, state in self.note(event, direction, state) }
    }

    func note(_ event: MXEvent, _ direction: MXTimelineDirection, _ state: MXRoomState?) {
        entries.withLock { $0.append(Entry(event: event, direction: direction, state: state)) }
    }

    var all: [Entry] { entries.withLock { $0 } }
    func events(_ direction: MXTimelineDirection) -> [MXEvent] { all.filter { $0.direction == direction }.map(\.event) }
    func ids(_ direction: MXTimelineDirection) -> [String] { events(direction).map(\.eventId) }
}

/// A sequence of updates that a test reads forward in.
struct Updates<Element: Sendable>: ~Copyable {
    private var iterator: AsyncStream<Element>.Iterator

    init(_ stream: AsyncStream<Element>) { iterator = stream.makeAsyncIterator() }

    /// The next one for which `body` gives something. - Throws: when the sequence ends before.
    mutating func first<T>(_ body: (Element) -> T?) async throws -> T {
        while let element = await iterator.next() {
            if let found = body(element) { return found }
        }
        throw SDNSDKError(.closed, reason: "the updates ended")
    }
}

extension MXEvent {
    var body: String? { content["body"]?.stringValue }
}

extension MXTimelineUpdate {
    /// The live event in this update.
    var liveEvent: MXEvent? {
        guard case .event(let event, .forwards, _) = self else { return nil }
        return event
    }
}
