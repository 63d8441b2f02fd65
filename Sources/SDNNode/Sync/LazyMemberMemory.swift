import Synchronization

/// Remembers which members each device has been sent, so that lazy loading does not repeat them (SDN sheet 7.3).
///
/// What an answer sent counts only once the device comes back with that answer's token; an answer that got lost is repeated in full.
/// The memory is no promise: forgetting it, as a restart does, sends members again.
final class LazyMemberMemory: Sendable {
    /// Users by room.
    typealias Members = [Int64: Set<String>]

    /// What one answer sends.
    struct Sent: Sendable {
        var members: Members = [:]
        /// Rooms that the answer begins anew, so that what was sent of them before counts no more.
        var begun: Set<Int64> = []
    }

    private struct Device {
        /// What the device has for certain, and the token it said so with.
        var confirmed: Members = [:]
        var position: Int64 = 0
        /// What answers sent whose tokens have not come back.
        var pending: [(token: Int64, sent: Sent)] = []
    }

    private struct Key: Hashable {
        let user: String
        let device: String
    }

    /// Beyond these the memory of all, or of one device, starts anew.
    private static let deviceLimit = 10_000
    private static let memberLimit = 20_000

    private let devices = Mutex<[Key: Device]>([:])

    /// What the device has, as its token proves.
    func known(to caller: Caller, since: Int64?) -> Members {
        let key = Key(user: caller.userID, device: caller.deviceID)
        return devices.withLock { devices in
            guard let since, var device = devices[key], since >= device.position else {
                devices[key] = nil
                return [:]
            }
            for answer in device.pending where answer.token == since {
                for room in answer.sent.begun { device.confirmed[room] = nil }
                device.confirmed.merge(answer.sent.members) { $0.union($1) }
            }
            device.pending = []
            device.position = since
            if device.confirmed.values.reduce(0, { $0 + $1.count }) > Self.memberLimit { device.confirmed = [:] }
            devices[key] = device
            return device.confirmed
        }
    }

    /// Notes what an answer with this token sends.
    func note(_ sent: Sent, to caller: Caller, token: Int64) {
        guard !sent.members.isEmpty || !sent.begun.isEmpty else { return }
        let key = Key(user: caller.userID, device: caller.deviceID)
        devices.withLock { devices in
            if devices[key] == nil && devices.count >= Self.deviceLimit { devices = [:] }
            devices[key, default: Device()].pending.append((token, sent))
        }
    }
}
