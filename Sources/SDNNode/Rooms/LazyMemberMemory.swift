import Synchronization

/// Stores which members the node has sent to each device, so that lazy loading does not repeat them (SDN sheet 7.3).
///
/// Members count as sent once the device sends a request with the token of the answer that contained them. If the answer was lost, or the device gave
/// it up for a newer request, the members are sent again. The records may be lost at any time, such as at a restart. The node then sends members
/// again.
final class LazyMemberMemory: Sendable {
    /// Users by room.
    typealias Members = [RoomRowID: Set<String>]

    /// The members that one answer sends.
    struct Sent: Sendable {
        var members: Members = [:]
        /// The rooms that the answer sends as if the device knew nothing of them. Members of these rooms that were sent before no longer count as
        /// sent.
        var begun: Set<RoomRowID> = []
    }

    /// The members that a device has when one of its requests begins.
    struct Known: Sendable {
        let members: Members
        /// The number of the request, for ``note(_:to:token:request:)``.
        let request: Int
    }

    private struct Device {
        /// The members that the device certainly has.
        var confirmed: Members = [:]
        /// The position of the token in the newest request; 0 if that request had no token or an older one.
        var position: Int64 = 0
        /// The number of the newest request.
        var request = 0
        /// The token in the newest request.
        var asked: StreamToken?
        /// The members in the answer to the newest request, with the answer's token.
        var pending: (token: StreamToken, sent: Sent)?

        /// The number of members stored for the device.
        var weight: Int { (pending?.sent.members.weight ?? 0) + confirmed.weight }
    }

    private struct Key: Hashable {
        let user: String
        let device: String
    }

    private struct State {
        var devices: [Key: Device] = [:]
        /// The number of members stored for all devices.
        var weight = 0
        var requests = 0
    }

    private let deviceLimit: Int
    private let memberLimit: Int
    private let totalLimit: Int
    private let state = Mutex(State())

    /// Creates the records. Above `memberLimit`, the members of the device are deleted. Above one of the other limits, the records of all other
    /// devices are deleted.
    /// - Parameters:
    ///   - deviceLimit: the most devices with records.
    ///   - memberLimit: the most members that are stored for one device.
    ///   - totalLimit: the most members that are stored for all devices.
    init(deviceLimit: Int = 10_000, memberLimit: Int = 20_000, totalLimit: Int = 400_000) {
        self.deviceLimit = deviceLimit
        self.memberLimit = memberLimit
        self.totalLimit = totalLimit
    }

    /// The number of members stored for all devices; for tests.
    var weight: Int { state.withLock(\.weight) }

    /// Begins a request and returns the members that the device has, as its token proves. Answers to earlier requests of the device no longer count.
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

    /// Records the members in the answer to a request. It has no effect if the device has made another request meanwhile, because the device has
    /// then given up this request.
    func note(_ sent: Sent, to caller: Caller, token: StreamToken, request: Int) {
        guard !sent.members.isEmpty || !sent.begun.isEmpty else { return }
        let key = Key(user: caller.userID, device: caller.deviceID)
        state.withLock { state in
            guard var device = state.devices[key], device.request == request else { return }
            if token == device.asked {
                // The answer has the same token as the request. A later request with this token does not prove that the answer arrived, so the
                // members of the answer do not count as sent.
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
        if state.weight > totalLimit || before == nil && state.devices.count >= deviceLimit {
            (state.devices, state.weight) = ([:], device.weight)
        }
        state.devices[key] = device
    }
}

extension LazyMemberMemory.Members {
    fileprivate var weight: Int { values.reduce(0) { $0 + $1.count } }
}
