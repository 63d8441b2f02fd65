import Foundation
import HeraldJSON
import SDNWire

/// What one pusher remembers between notifications, beside what the database has.
struct PusherMemory: Sendable {
    /// Which setting of the pusher it is about; of another one nothing is remembered.
    var setting: Int64?
    /// Up to here there is nothing to send.
    var scanned: Int64 = 0
    /// The newest receipt that has been looked at; `nil` before the first look.
    var receipt: Int64?
    /// The count that the gateway was last told.
    var badge: Int64?
}

/// Sends what is due to one pusher, one request after the other (SDN sheet 6.2).
struct PushDelivery: Sendable {
    /// How it ended.
    enum Outcome: Sendable, Hashable {
        /// Nothing more to send.
        case idle
        /// The turn is over and there may be more: others come first.
        case more
        /// The gateway did not take it; to be tried again then, in milliseconds since 1970.
        case failed(retryAt: Int64)
        /// The pusher is no longer there.
        case gone
    }

    /// In milliseconds: the first pause, the longest, and when a notification is given up.
    private static let firstPause: Int64 = 1_000
    static let longestPause: Int64 = 3_600_000
    private static let patience: Int64 = 86_400_000
    /// Requests of one turn, and how long a turn lasts before no further one is begun.
    static let requestsPerTurn = 10
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
            let step = try await ReadTurns.$client.withValue(pusher.user) {
                try await services.database.read { db in try PushStep.next(pusher, known, ignored: ignored, now: now, in: db) }
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
                // A count that does not arrive is not sent again: the next notification has it.
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

    private enum Answer {
        case taken, rejected, failed
    }

    private func send(_ parcel: PushStep.Parcel) async throws -> Answer {
        do {
            let answer = try await transport.post(parcel.notification.json.serialized(), to: parcel.url)
            guard answer.status == 200 else { return .failed }
            let said = (try? JSONDocument(answer.body)).flatMap { try? PushGatewayAnswer(document: $0) }
            return said?.rejected.contains(parcel.notification.device.pushkey) == true ? .rejected : .taken
        } catch {
            // A node that stops has not failed to deliver.
            try Task.checkCancellation()
            return .failed
        }
    }

    private func remove(_ pusher: Setting) async throws {
        try await services.database.write(lane: pusher.pusher.user) { db in
            try PusherRows.remove(pusher, in: db)
        }
    }

    private func noteSent(_ pusher: Setting, _ position: Int64) async throws {
        try await services.database.write(lane: pusher.pusher.user) { db in try PusherRows.advance(pusher, to: position, in: db) }
    }

    /// Each failure doubles the pause; what nobody took for a day is given up, so that a gateway that comes back is not flooded with
    /// old news.
    /// - Returns: when to try again; `nil` when the notification is given up, or the pusher is no longer the one that failed.
    private func noteFailure(_ pusher: Setting, _ position: Int64) async throws -> Int64? {
        let now = services.now()
        return try await services.database.write(lane: pusher.pusher.user) { db in
            guard let failure = try PusherRows.failure(pusher, in: db) else { return nil }
            let since = failure.since ?? now, pause = failure.pause ?? Self.firstPause
            guard now - since < Self.patience else {
                try PusherRows.advance(pusher, to: position, in: db)
                return nil
            }
            try PusherRows.noteFailure(pusher, since: since, retryAt: now + pause, pause: min(pause * 2, Self.longestPause), in: db)
            return now + pause
        }
    }
}
