import HeraldJSON

/// The stored state of a run: the protocol's state and the next call.
struct FlowRecord<Flow: ProtocolFlow>: Codable, Sendable {
    var flow: Flow
    var call: ServiceCall

    func entry(id: String) throws(WalletError) -> JournalEntry {
        let bytes = try translating(.storage, "journal") { try JSONModelEncoder().canonicalBytes(self) }
        return JournalEntry(id: id, flow: Flow.name, state: bytes)
    }

    init(flow: Flow, call: ServiceCall) {
        self.flow = flow
        self.call = call
    }

    init(_ entry: JournalEntry) throws(WalletError) {
        self = try translating(.damaged, "journal") { try JSONModelDecoder().decode(Self.self, from: entry.state) }
    }
}
