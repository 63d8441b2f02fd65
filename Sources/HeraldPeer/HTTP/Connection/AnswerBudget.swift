import NIOCore
import Synchronization

/// Limits on the memory that a listener uses for responses that clients do not read.
package struct AnswerLimits: Sendable, Hashable {
    /// The number of bytes that may wait for the clients at one address. An IPv6 /64 counts as one address. Beyond the limit, the server
    /// closes the connection of this address on which most bytes wait. A response may be larger than the limit if it is the only response
    /// to its address.
    package var perAddress: Int
    /// The number of bytes that may wait for all addresses together. Beyond the limit, the server takes the address for which most bytes
    /// wait, and closes the connection of this address on which most bytes wait.
    package var inAll: Int
    /// The time after which a connection is closed when its client takes no part of a waiting response.
    package var readTimeout: Duration
    /// The rate at which a client must take a response, in bytes per second, on average over ``readTimeout``.
    package var slowest: Int
    /// The number of large responses that are built at once. Others wait for their turn.
    package var buildsAtOnce: Int
    /// The number of large responses that are built at once for one address.
    package var buildsPerAddress: Int
    /// The number of requests of one address that may wait for a turn. Further requests are refused with 503.
    package var waitingPerAddress: Int

    package init(
        perAddress: Int = 32 << 20, inAll: Int = 128 << 20, readTimeout: Duration = .seconds(20),
        slowest: Int = 1 << 10,
        buildsAtOnce: Int = 4,
        buildsPerAddress: Int = 2, waitingPerAddress: Int = 16
    ) {
        self.perAddress = perAddress
        self.inAll = inAll
        self.readTimeout = readTimeout
        self.slowest = slowest
        self.buildsAtOnce = buildsAtOnce
        self.buildsPerAddress = buildsPerAddress
        self.waitingPerAddress = waitingPerAddress
    }
}

/// Limits the memory of responses that wait for their clients, per address and in total. A large response counts from the moment its memory is
/// reserved until it is written to the connection. Written bytes of every response count until the socket has accepted them.
package final class AnswerBudget: Sendable {
    private struct Holder {
        let key: String
        let channel: any Channel
        /// Bytes that were written but not yet taken by the socket.
        var unread = 0
        /// Bytes reserved for a response.
        var reserved = 0
        /// The last time when the client received something.
        var moved = NIODeadline.now()
        // The bytes that the connection holds. This is the larger of the two numbers and not their sum, because unread bytes of a response
        // are part of the room that is reserved for it.
        var weight: Int { max(unread, reserved) }
        /// Returns true when bytes wait and the client has received nothing since `time`.
        func isStuck(since time: NIODeadline) -> Bool { unread > 0 && moved < time }
    }

    private struct State {
        var holders: [ObjectIdentifier: Holder] = [:]
        var byKey: [String: Int] = [:]
        var bytes = 0

        mutating func change(_ id: ObjectIdentifier, _ body: (inout Holder) -> Void) {
            guard var holder = holders[id] else { return }
            let before = holder.weight
            body(&holder)
            count(holder.weight - before, of: holder.key)
            holders[id] = holder.weight == 0 ? nil : holder
        }

        mutating func remove(_ id: ObjectIdentifier) -> (any Channel)? {
            guard let holder = holders.removeValue(forKey: id) else { return nil }
            count(-holder.weight, of: holder.key)
            return holder.channel
        }

        private mutating func count(_ more: Int, of key: String) {
            bytes += more
            let sum = byKey[key, default: 0] + more
            byKey[key] = sum == 0 ? nil : sum
        }
    }

    private let limits: AnswerLimits
    private let state = Mutex(State())

    package init(limits: AnswerLimits) { self.limits = limits }

    /// A point in time that lies a tenth of ``AnswerLimits/readTimeout`` in the past. Connections whose clients have received nothing since
    /// then are closed first.
    private var early: NIODeadline { .now() - TimeAmount(limits.readTimeout / 10) }

    /// The number of bytes that wait or are reserved; for tests.
    package var held: Int { state.withLock(\.bytes) }

    /// Reserves memory for a response. The caller calls it before the response is written, preferably before it is built. To make room, the
    /// function closes connections of the same address whose clients read nothing, and connections of addresses that hold more memory.
    /// - Returns: false when there is no room.
    func reserve(_ bytes: Int, for key: String, on channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let (hasRoom, closed) = state.withLock { state -> (Bool, [any Channel]) in
            var closed: [any Channel] = []
            let early = self.early
            while let own = state.byKey[key], own + bytes > limits.perAddress {
                guard let slow = heaviest(in: state, except: id, where: { $0.key == key && $0.isStuck(since: early) })
                else { return (false, closed) }
                if let channel = state.remove(slow) { closed.append(channel) }
            }
            while state.bytes + bytes > limits.inAll {
                guard let most = state.byKey.max(by: { $0.value < $1.value }),
                    most.value > state.byKey[key, default: 0] + bytes,
                    let largest = heaviest(in: state, except: id, where: { $0.key == most.key }),
                    let channel = state.remove(largest)
                else { return (false, closed) }
                closed.append(channel)
            }
            if state.holders[id] == nil { state.holders[id] = Holder(key: key, channel: channel) }
            state.change(id) { $0.reserved += bytes }
            return (true, closed)
        }
        for channel in closed { channel.close(promise: nil) }
        return hasRoom
    }

    /// Releases reserved room.
    func giveBack(_ bytes: Int, on channel: ObjectIdentifier) {
        state.withLock { $0.change(channel) { $0.reserved -= min(bytes, $0.reserved) } }
    }

    /// Records the bytes that wait on a connection now.
    /// - Parameter hasMoved: true when the client has received something since the last call.
    func note(unread: Int, hasMoved: Bool, of key: String, on channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let closed = state.withLock { state -> [any Channel] in
            if state.holders[id] == nil {
                guard unread > 0 else { return [] }
                state.holders[id] = Holder(key: key, channel: channel)
            }
            let grew = unread > (state.holders[id]?.unread ?? 0)
            state.change(id) { holder in
                holder.unread = unread
                if hasMoved { holder.moved = .now() }
            }
            return grew ? makeRoom(for: state.holders[id]?.key ?? key, in: &state) : []
        }
        for channel in closed { channel.close(promise: nil) }
    }

    func remove(_ channel: ObjectIdentifier) { state.withLock { _ = $0.remove(channel) } }

    private func makeRoom(for key: String, in state: inout State) -> [any Channel] {
        var closed: [any Channel] = []
        while let own = state.byKey[key], own > limits.perAddress,
            let id = heaviest(in: state, where: { $0.key == key })
        {
            // A response may exceed the limit when it is the only response to its address.
            guard let holder = state.holders[id], holder.weight < own, let channel = state.remove(id) else { break }
            closed.append(channel)
        }
        while state.bytes > limits.inAll, let most = state.byKey.max(by: { $0.value < $1.value }),
            let id = heaviest(in: state, where: { $0.key == most.key }), let channel = state.remove(id)
        {
            closed.append(channel)
        }
        return closed
    }

    /// Returns the connection on which most bytes wait. Connections whose clients have received nothing for a while come first.
    private func heaviest(
        in state: State, except own: ObjectIdentifier? = nil, where isMeant: (Holder) -> Bool
    ) -> ObjectIdentifier? {
        let early = self.early
        return state.holders.filter { $0.key != own && isMeant($0.value) }
            .max {
                ($0.value.isStuck(since: early) ? 1 : 0, $0.value.weight) < (
                    $1.value.isStuck(since: early) ? 1 : 0, $1.value.weight
                )
            }?.key
    }
}
