import Synchronization

/// Remembers which members each device has been sent, so that lazy loading does not repeat them (SDN sheet 7.3).
///
/// Members count as sent only once the device comes back with that answer's token; an answer that got lost is repeated in full, and
/// so is one that was given up for a newer request, whatever its token. The memory is no promise: forgetting it, as a restart does, sends
/// members again.
final class LazyMemberMemory: Sendable {
    /// Users by room.
    typealias Members = [Int64: Set<String>]

    /// What one answer sends.
    struct Sent: Sendable {
        var members: Members = [:]
        /// Rooms that the answer begins anew, so that what was sent of them before counts no more.
        var begun: Set<Int64> = []
    }

    /// The members that a device has when a request of it begins.
    struct Known: Sendable {
        let members: Members
        /// Which request it is, for ``note(_:to:token:request:)``.
        let request: Int
    }

    private struct Device {
        /// What the device has for certain, and the token it said so with.
        var confirmed: Members = [:]
        var position: Int64 = 0
        /// The device's newest request, the token it came with, and what its answer sent if that answer's token has not come back.
        var request = 0
        var asked: StreamToken?
        var pending: (token: StreamToken, sent: Sent)?

        /// How many members it remembers.
        var weight: Int { (pending?.sent.members.weight ?? 0) + confirmed.weight }
    }

    private struct Key: Hashable {
        let user: String
        let device: String
    }

    private struct State {
        var devices: [Key: Device] = [:]
        /// The sum over all devices.
        var weight = 0
        var requests = 0
    }

    private let deviceLimit: Int
    private let memberLimit: Int
    private let totalLimit: Int
    private let state = Mutex(State())

    /// Beyond these the memory of all, or of one device, starts anew.
    /// - Parameters:
    ///   - deviceLimit: how many devices are remembered.
    ///   - memberLimit: how many members of one device.
    ///   - totalLimit: how many members of all devices.
    init(deviceLimit: Int = 10_000, memberLimit: Int = 20_000, totalLimit: Int = 400_000) {
        self.deviceLimit = deviceLimit
        self.memberLimit = memberLimit
        self.totalLimit = totalLimit
    }

    /// How many members are remembered of all devices; for tests.
    var weight: Int { state.withLock(\.weight) }

    /// A request begins: what its device has, as its token proves. Answers to earlier requests of the device no longer count.
    func known(to caller: Caller, since: StreamToken?) -> Known {
        let key = Key(user: caller.userID, device: caller.deviceID)
        return state.withLock { state in
            var device = state.devices[key] ?? Device()
            if let since, since.position >= device.position {
                if let pending = device.pending, pending.token == since {
                    for room in pending.sent.begun { device.confirmed[room] = nil }
                    device.confirmed.merge(pending.sent.members) { $0.union($1) }
                }
                device.position = since.position
                if device.confirmed.weight > memberLimit { device.confirmed = [:] }
            } else {
                device = Device()
            }
            device.pending = nil
            state.requests += 1
            (device.request, device.asked) = (state.requests, since)
            set(device, key, &state)
            return Known(members: device.confirmed, request: device.request)
        }
    }

    /// Notes what the answer to a request sends with its token, unless the device has made another request meanwhile: then it has given
    /// this one up.
    func note(_ sent: Sent, to caller: Caller, token: StreamToken, request: Int) {
        guard !sent.members.isEmpty || !sent.begun.isEmpty else { return }
        let key = Key(user: caller.userID, device: caller.deviceID)
        state.withLock { state in
            guard var device = state.devices[key], device.request == request else { return }
            if token == device.asked {
                // The token that comes back may be the one that was there before: nothing tells whether this arrived.
                for room in sent.begun { device.confirmed[room] = nil }
            } else {
                device.pending = (token, sent)
            }
            set(device, key, &state)
        }
    }

    private func set(_ device: Device, _ key: Key, _ state: inout State) {
        let before = state.devices[key]
        state.weight += device.weight - (before?.weight ?? 0)
        if state.weight > totalLimit || before == nil && state.devices.count >= deviceLimit { (state.devices, state.weight) = ([:], device.weight) }
        state.devices[key] = device
    }
}

extension LazyMemberMemory.Members {
    fileprivate var weight: Int { values.reduce(0) { $0 + $1.count } }
}
