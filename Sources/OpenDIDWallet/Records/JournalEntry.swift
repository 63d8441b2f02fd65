/// The stored state of a protocol run, so that the run can continue after the process ended. It is encrypted like everything in the vault.
public struct JournalEntry: Sendable, Hashable, Identifiable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The run's id, unique in the vault.
    public let id: String
    /// The protocol's name.
    public let flow: String
    /// The run's state. It may contain keys and tokens, so the description is redacted.
    public let state: [UInt8]

    public init(id: String, flow: String, state: [UInt8]) {
        self.id = id
        self.flow = flow
        self.state = state
    }

    public var description: String { "JournalEntry(\(flow), redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
