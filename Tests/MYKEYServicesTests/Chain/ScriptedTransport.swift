import MYKEYServices
import Synchronization

/// Answers every question with the same text.
final class ScriptedTransport: ChainTransport {
    private let state = Mutex((text: "{}", status: 200))
    var answer: String {
        get { state.withLock { $0.text } }
        set { state.withLock { $0.text = newValue } }
    }
    var status: Int {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    func post(_ body: [UInt8], path: String, to node: ChainNodeAddress) async throws(MYKEYServicesError) -> ChainReply {
        state.withLock { ChainReply(status: $0.status, body: Array($0.text.utf8)) }
    }
}
