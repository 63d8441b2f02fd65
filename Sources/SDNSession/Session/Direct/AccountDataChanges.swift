import HeraldJSON
import HeraldLocks
import SDNValues

/// The account data that this device is changing on the node. A sync may bring another device's newer content before the answer to this
/// device's request is handled. The newer content then stays.
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
        /// The last content that this device set, until a sync has brought it.
        var own: [Piece: JSONObject] = [:]
    }
    private let state = Mutex(State())

    /// Notes that a request begins.
    /// - Returns: the number to pass to ``ends(_:)``.
    func begins(_ content: JSONObject, type: String, inRoom roomId: String?) -> Int {
        state.withLock { state in
            state.last += 1
            state.open[state.last] = Change(piece: Piece(roomId: roomId, type: type), content: content)
            return state.last
        }
    }

    /// Notes that a request has failed.
    func fails(_ number: Int) { _ = state.withLock { $0.open.removeValue(forKey: number) } }

    /// Notes that a request is done. This method is called only inside the session's gate.
    /// - Returns: true when this device should store the content that it sent; false when a sync has brought newer content.
    func ends(_ number: Int) -> Bool {
        state.withLock { state in
            guard let change = state.open.removeValue(forKey: number), !change.isOvertaken else { return false }
            state.own[change.piece] = change.content
            return true
        }
    }

    /// Notes content that a sync has brought. This method is called only inside the session's gate.
    func note(_ event: MXEvent, inRoom roomId: String?) {
        let piece = Piece(roomId: roomId, type: event.type)
        state.withLock { state in
            let numbers = state.open.filter { $0.value.piece == piece }.keys
            // If the sync brings the content that this device set last, no other device has set newer content.
            if let own = state.own[piece], own == event.content {
                state.own[piece] = nil
                return
            }
            for number in numbers where state.open[number]?.content != event.content {
                state.open[number]?.isOvertaken = true
            }
        }
    }
}
