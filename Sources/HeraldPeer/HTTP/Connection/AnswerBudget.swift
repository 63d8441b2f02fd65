import NIOCore
import Synchronization

/// How much memory answers hold that wait for their clients, for each address and in all: from when room is taken for one, or its bytes
/// are written, until the socket has taken them.
package final class AnswerBudget: Sendable {
    private struct Holder {
        let key: String
        let channel: any Channel
        /// Bytes that are written and not taken.
        var unread = 0
        /// Bytes for which there is room and that are not written yet.
        var reserved = 0
        /// When the client took something last.
        var moved = NIODeadline.now()
        var weight: Int { unread + reserved }
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

    /// A client that has taken nothing for so long goes before others.
    private static let isSlow = TimeAmount.seconds(2)
    private let limits: AnswerLimits
    private let state = Mutex(State())

    package init(limits: AnswerLimits) { self.limits = limits }

    /// How many bytes wait or have room; for tests.
    package var held: Int { state.withLock(\.bytes) }

    /// Takes room for an answer before it is written, best before it is built.
    /// - Returns: whether there is. Connections of the same address whose clients read nothing are closed for it, and those of an address
    ///   that holds more.
    func reserve(_ bytes: Int, for key: String, on channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let (hasRoom, closed) = state.withLock { state -> (Bool, [any Channel]) in
            var closed: [any Channel] = []
            while let own = state.byKey[key], own + bytes > limits.perAddress {
                guard let slow = Self.heaviest(in: state, except: id, where: { $0.key == key && $0.moved < .now() - Self.isSlow }) else { return (false, closed) }
                if let channel = state.remove(slow) { closed.append(channel) }
            }
            while state.bytes + bytes > limits.inAll {
                guard let most = state.byKey.max(by: { $0.value < $1.value }), most.value > state.byKey[key, default: 0] + bytes,
                      let heaviest = Self.heaviest(in: state, except: id, where: { $0.key == most.key }),
                      let channel = state.remove(heaviest)
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

    /// Gives room back that was taken and not written into.
    func giveBack(_ bytes: Int, on channel: ObjectIdentifier) {
        state.withLock { $0.change(channel) { $0.reserved -= min(bytes, $0.reserved) } }
    }

    /// What waits on a connection now.
    /// - Parameters:
    ///   - written: bytes that were written since the last time; room for them was perhaps taken.
    ///   - hasMoved: whether the client took something since the last time.
    func note(unread: Int, written: Int, hasMoved: Bool, of key: String, on channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let closed = state.withLock { state -> [any Channel] in
            if state.holders[id] == nil {
                guard unread > 0 else { return [] }
                state.holders[id] = Holder(key: key, channel: channel)
            }
            let grew = unread > (state.holders[id]?.unread ?? 0)
            state.change(id) { holder in
                holder.reserved -= min(written, holder.reserved)
                holder.unread = unread
                if hasMoved { holder.moved = .now() }
            }
            return grew ? Self.makeRoom(for: state.holders[id]?.key ?? key, in: &state, limits) : []
        }
        for channel in closed { channel.close(promise: nil) }
    }

    func remove(_ channel: ObjectIdentifier) { state.withLock { _ = $0.remove(channel) } }

    private static func makeRoom(for key: String, in state: inout State, _ limits: AnswerLimits) -> [any Channel] {
        var closed: [any Channel] = []
        while let own = state.byKey[key], own > limits.perAddress, let id = heaviest(in: state, where: { $0.key == key }) {
            // An answer that is alone may be larger.
            guard let holder = state.holders[id], holder.weight < own, let channel = state.remove(id) else { break }
            closed.append(channel)
        }
        while state.bytes > limits.inAll, let most = state.byKey.max(by: { $0.value < $1.value }),
              let id = heaviest(in: state, where: { $0.key == most.key }), let channel = state.remove(id) {
            closed.append(channel)
        }
        return closed
    }

    /// The connection on which most waits; of those whose clients have taken nothing for a while, when there are such.
    private static func heaviest(
        in state: State, except own: ObjectIdentifier? = nil, where isMeant: (Holder) -> Bool
    ) -> ObjectIdentifier? {
        let early = NIODeadline.now() - isSlow
        return state.holders.filter { $0.key != own && isMeant($0.value) }
            .max { ($0.value.moved < early ? 1 : 0, $0.value.weight) < ($1.value.moved < early ? 1 : 0, $1.value.weight) }?.key
    }
}
