import HeraldJSON

/// What the journal keeps of a run: its state, and the very call that was to be sent.
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
