/// Where a protocol run stands, so that it goes on after the process ended. Encrypted like everything in the vault.
public struct JournalEntry: Sendable, Hashable, Identifiable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Which run, unique in the vault.
    public let id: String
    /// Which protocol.
    public let flow: String
    /// The run's state; it may hold keys and tokens, so it does not print itself.
    public let state: [UInt8]

    /// An entry from its parts.
    public init(id: String, flow: String, state: [UInt8]) {
        self.id = id
        self.flow = flow
        self.state = state
    }

    public var description: String { "JournalEntry(\(flow), redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
