import Foundation
import HeraldJSON
import HeraldPeer
import SDNWire

/// The state of one pusher between notifications, in addition to its row in the database.
struct PusherMemory: Sendable {
    /// The number of the pusher's setting that this state belongs to. When the user sets the pusher again, the state no longer applies.
    var setting: Int64?
    /// The position up to which there is nothing to send.
    var scanned: Int64 = 0
    /// The position of the user's newest receipt when this pusher was checked last; `nil` before the first check.
    var receipt: Int64?
    /// The badge that was sent to the gateway last.
    var badge: Int64?
}

/// Sends the due notifications of one pusher, one request at a time (SDN sheet 6.2).
struct PushDelivery: Sendable {
    /// The result of a turn.
    enum Outcome: Sendable, Hashable {
        /// There is nothing more to send.
        case idle
        /// The turn has ended, and there may be more to send. Other pushers have their turns first.
        case more
        /// The gateway failed. The next attempt is due at this time.
        case failed(retryAt: Timestamp)
        /// The pusher no longer exists.
        case gone
    }

    /// The first pause after a failure. Each further failure doubles it.
    private static let firstPause = Duration.seconds(1)
    /// The longest pause after a failure.
    static let longestPause = Duration.seconds(3_600)
    /// The time after which a notification that fails is given up.
    private static let deliveryTimeout = Duration.seconds(86_400)
    /// The most requests of one turn.
    static let requestsPerTurn = 10
    /// The time after which a turn begins no further request.
    static let turn = Duration.seconds(5)

    let services: NodeServices
    let transport: any PushTransport

    func run(_ pusher: PusherID, _ memory: inout PusherMemory) async throws -> Outcome {
        let end = ContinuousClock.now + Self.turn
        var left = Self.requestsPerTurn
        while true {
            if left == 0 || ContinuousClock.now >= end { return .more }
            let known = memory
            let now = services.now(), ignored = services.ignored
            let step = try await Requester.$current.withValue(Requester(client: pusher.user)) {
                try await services.database.read { db in
                    try PushStep.next(pusher, known, ignored: ignored, now: now, in: db)
                }
            }
            try Task.checkCancellation()
            guard let step else { return .gone }
            if memory.setting != step.setting { memory = PusherMemory(setting: step.setting) }
            let setting = Setting(pusher: pusher, serial: step.setting)
            switch step.work {
            case .wait(let time): return .failed(retryAt: time)
            case .nothing(let position, let receipt):
                (memory.scanned, memory.receipt) = (position, receipt)
                return .idle
            case .badge(let parcel, let receipt):
                left -= 1
                // A badge that does not arrive is not sent again, because the next notification contains the badge.
                (memory.receipt, memory.badge) = (receipt, parcel.notification.unread)
                if case .rejected = try await send(parcel) { try await remove(setting) }
            case .event(let parcel, let position):
                left -= 1
                switch try await send(parcel) {
                case .taken:
                    memory.badge = parcel.notification.unread
                    try await noteSent(setting, position)
                case .rejected: try await remove(setting)
                case .failed:
                    if let retryAt = try await noteFailure(setting, position) { return .failed(retryAt: retryAt) }
                }
                memory.scanned = max(memory.scanned, position)
            }
        }
    }

    private typealias Setting = PusherRows.Setting

    private func send(_ parcel: PushStep.Parcel) async throws -> NodeMetrics.Push {
        let outcome = try await post(parcel)
        services.metrics.pushes.add(outcome)
        return outcome
    }

    private func post(_ parcel: PushStep.Parcel) async throws -> NodeMetrics.Push {
        do {
            let answer = try await transport.post(parcel.notification.json.serialized(), to: parcel.url)
            guard answer.status == 200 else { return .failed }
            let said = (try? JSONDocument(answer.body)).flatMap { try? PushGatewayAnswer(document: $0) }
            return said?.rejected.contains(parcel.notification.device.pushkey) == true ? .rejected : .taken
        } catch {
            // A request that ends because the node stops does not count as a failure.
            try Task.checkCancellation()
            return .failed
        }
    }

    private func remove(_ pusher: Setting) async throws {
        try await services.database.write(queue: pusher.pusher.user) { db in
            try PusherRows.remove(pusher, in: db)
        }
    }

    private func noteSent(_ pusher: Setting, _ position: Int64) async throws {
        try await services.database.write(queue: pusher.pusher.user) { db in
            try PusherRows.advance(pusher, to: position, in: db)
        }
    }

    /// Records a failure, which doubles the pause. A notification that fails for a day is given up, so that a gateway that recovers is not flooded
    /// with old notifications.
    /// - Returns: the time of the next attempt; `nil` if the notification is given up, or if the pusher was replaced.
    private func noteFailure(_ pusher: Setting, _ position: Int64) async throws -> Timestamp? {
        let now = services.now()
        return try await services.database.write(queue: pusher.pusher.user) { db -> Timestamp? in
            guard let failure = try PusherRows.failure(pusher, in: db) else { return nil }
            let since = failure.since ?? now, pause = failure.pause ?? Self.firstPause
            guard now - since < Self.deliveryTimeout else {
                try PusherRows.advance(pusher, to: position, in: db)
                return nil
            }
            try PusherRows.noteFailure(
                pusher, since: since, retryAt: now + pause, pause: min(pause * 2, Self.longestPause), in: db)
            return now + pause
        }
    }
}
