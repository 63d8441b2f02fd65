import NIOCore
import Synchronization

/// Limits on the memory that a listener uses for request bodies. They count the bytes that have arrived, not the announced length.
package struct BodyLimits: Sendable, Hashable {
    /// The number of bytes of request bodies for one address. An IPv6 /64 counts as one address. Beyond the limit, the server rejects with
    /// 429 the body from this address that has been arriving longest.
    package var perAddress: Int
    /// The number of bytes of request bodies for all addresses together. Beyond the limit, the server takes the address with most bytes,
    /// and rejects with 503 the body from this address that has been arriving longest.
    package var inAll: Int

    package init(perAddress: Int = 8 << 20, inAll: Int = 64 << 20) {
        self.perAddress = perAddress
        self.inAll = inAll
    }
}

/// Limits the memory of request bodies, per address and in total. It counts bytes from their arrival until they are handed on (for example to a file)
/// or the request is answered.
package final class BodyBudget: Sendable {
    /// The reason why a body was rejected.
    package enum Refusal: Error, Sendable {
        /// The bodies from the client's address take too many bytes.
        case address
        /// The bodies from all addresses together take too many bytes.
        case everybody
    }

    private struct Holder {
        let channel: any Channel
        var bytes = 0
        /// The order number of the body that is arriving, or `nil` when none is.
        var began: UInt64?
        var isLeaving = false
    }

    private struct Group {
        var bytes = 0
        /// The part of ``bytes`` that belongs to rejected bodies.
        var leaving = 0
        var holders: [ObjectIdentifier: Holder] = [:]
        var staying: Int { bytes - leaving }
    }

    private struct State {
        var groups: [String: Group] = [:]
        var bytes = 0
        var leaving = 0
        var turn: UInt64 = 0
    }

    private let limits: BodyLimits
    private let state = Mutex(State())

    package init(limits: BodyLimits) { self.limits = limits }

    /// The number of bytes held; for tests.
    package var held: Int { state.withLock(\.bytes) }

    /// Counts received bytes of a body. If a limit is exceeded, the function rejects a body, possibly this one, by sending an event to its
    /// channel.
    func add(_ bytes: Int, of key: String, on channel: any Channel) {
        let refused = state.withLock { state -> [(any Channel, Refusal)] in
            let id = ObjectIdentifier(channel)
            var holder = state.groups[key]?.holders[id] ?? Holder(channel: channel)
            if holder.began == nil {
                state.turn += 1
                holder.began = state.turn
            }
            holder.bytes += bytes
            state.groups[key, default: Group()].bytes += bytes
            state.bytes += bytes
            if holder.isLeaving {
                state.groups[key]?.leaving += bytes
                state.leaving += bytes
            }
            state.groups[key]?.holders[id] = holder
            return makeRoom(for: key, in: &state)
        }
        for (channel, reason) in refused { channel.pipeline.fireUserInboundEventTriggered(reason) }
    }

    /// Marks the body as complete. It can no longer be rejected.
    func complete(_ key: String, on channel: ObjectIdentifier) {
        state.withLock { $0.groups[key]?.holders[channel]?.began = nil }
    }

    /// Records that bytes are no longer held.
    func remove(_ bytes: Int, of key: String, on channel: ObjectIdentifier) {
        state.withLock { state in
            guard var group = state.groups[key], var holder = group.holders[channel] else { return }
            let bytes = min(bytes, holder.bytes)
            holder.bytes -= bytes
            group.bytes -= bytes
            state.bytes -= bytes
            if holder.isLeaving {
                group.leaving -= bytes
                state.leaving -= bytes
            }
            group.holders[channel] = holder.bytes == 0 ? nil : holder
            state.groups[key] = group.holders.isEmpty ? nil : group
        }
    }

    private func makeRoom(for key: String, in state: inout State) -> [(any Channel, Refusal)] {
        var refused: [(any Channel, Refusal)] = []
        while let group = state.groups[key], group.staying > limits.perAddress,
            let channel = giveUp(of: key, in: &state)
        {
            refused.append((channel, .address))
        }
        while state.bytes - state.leaving > limits.inAll {
            let most = state.groups.filter {
                $0.value.holders.contains { $0.value.began != nil && !$0.value.isLeaving }
            }
            .max { $0.value.staying < $1.value.staying }
            guard let most, let channel = giveUp(of: most.key, in: &state) else { break }
            refused.append((channel, .everybody))
        }
        return refused
    }

    /// Rejects one body from an address: the body that has been arriving longest.
    private func giveUp(of key: String, in state: inout State) -> (any Channel)? {
        guard let group = state.groups[key] else { return nil }
        let waiting = group.holders.compactMap { id, holder in
            holder.isLeaving ? nil : holder.began.map { (id: id, began: $0) }
        }
        guard let oldest = waiting.min(by: { $0.began < $1.began }), let holder = group.holders[oldest.id] else {
            return nil
        }
        state.groups[key]?.holders[oldest.id]?.isLeaving = true
        state.groups[key]?.leaving += holder.bytes
        state.leaving += holder.bytes
        return holder.channel
    }
}
