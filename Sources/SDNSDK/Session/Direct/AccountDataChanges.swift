import HeraldJSON
import Synchronization

/// Account data that this device is changing on the node. A sync may bring what another device put in its place before the answer to this
/// device's request is handled; then that is the newer one and stays.
final class AccountDataChanges: Sendable {
    private struct Piece: Hashable {
        let roomId: String?
        let type: String
    }
    private struct Change {
        let piece: Piece
        let content: JSONObject
        var isOvertaken = false
    }
    private struct State {
        var last = 0
        var open: [Int: Change] = [:]
        /// What this device put there last, until a sync has brought it.
        var own: [Piece: JSONObject] = [:]
    }
    private let state = Mutex(State())

    /// A request begins. - Returns: what ``ends(_:)`` takes.
    func begins(_ content: JSONObject, type: String, inRoom roomId: String?) -> Int {
        state.withLock { state in
            state.last += 1
            state.open[state.last] = Change(piece: Piece(roomId: roomId, type: type), content: content)
            return state.last
        }
    }

    /// A request has failed.
    func fails(_ number: Int) { _ = state.withLock { $0.open.removeValue(forKey: number) } }

    /// A request is done. Only inside the session's gate. - Returns: whether what it said is to be kept here.
    func ends(_ number: Int) -> Bool {
        state.withLock { state in
            guard let change = state.open.removeValue(forKey: number), !change.isOvertaken else { return false }
            state.own[change.piece] = change.content
            return true
        }
    }

    /// A sync has brought a piece. Only inside the session's gate.
    func note(_ event: MXEvent, inRoom roomId: String?) {
        let piece = Piece(roomId: roomId, type: event.type)
        state.withLock { state in
            let numbers = state.open.filter { $0.value.piece == piece }.keys
            // What this device said itself, now or the time before, overtakes nothing.
            if let own = state.own[piece], own == event.content {
                state.own[piece] = nil
                return
            }
            for number in numbers where state.open[number]?.content != event.content { state.open[number]?.isOvertaken = true }
        }
    }
}
