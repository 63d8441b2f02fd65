import NIOCore
import Synchronization

/// How much memory the bodies of requests hold, for each address and in all: from when their bytes come until they are given on, as those
/// of a file are, or their request has its answer.
package final class BodyBudget: Sendable {
    /// Why a body was given up.
    package enum Refusal: Error, Sendable {
        /// Its address holds too much.
        case address
        /// All together hold too much.
        case everybody
    }

    private struct Holder {
        let channel: any Channel
        var bytes = 0
        /// When the body began that is on its way; `nil` when none is.
        var began: UInt64?
        var isLeaving = false
    }

    private struct Group {
        var bytes = 0
        /// Of ``bytes`` those that are on their way out.
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

    /// How many bytes are held; for tests.
    package var held: Int { state.withLock(\.bytes) }

    /// Bytes of a body have come. Whose body has to go for them is told so, perhaps this one.
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

    /// The body is whole: it is not given up any more.
    func complete(_ key: String, on channel: ObjectIdentifier) { state.withLock { $0.groups[key]?.holders[channel]?.began = nil } }

    /// Bytes are no longer held.
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
        while let group = state.groups[key], group.staying > limits.perAddress, let channel = giveUp(of: key, in: &state) {
            refused.append((channel, .address))
        }
        while state.bytes - state.leaving > limits.inAll {
            let most = state.groups.filter { $0.value.holders.contains { $0.value.began != nil && !$0.value.isLeaving } }
                .max { $0.value.staying < $1.value.staying }
            guard let most, let channel = giveUp(of: most.key, in: &state) else { break }
            refused.append((channel, .everybody))
        }
        return refused
    }

    /// The body of an address that has been on its way for longest.
    private func giveUp(of key: String, in state: inout State) -> (any Channel)? {
        guard let group = state.groups[key] else { return nil }
        let waiting = group.holders.compactMap { id, holder in holder.isLeaving ? nil : holder.began.map { (id: id, began: $0) } }
        guard let oldest = waiting.min(by: { $0.began < $1.began }), let holder = group.holders[oldest.id] else { return nil }
        state.groups[key]?.holders[oldest.id]?.isLeaving = true
        state.groups[key]?.leaving += holder.bytes
        state.leaving += holder.bytes
        return holder.channel
    }
}
