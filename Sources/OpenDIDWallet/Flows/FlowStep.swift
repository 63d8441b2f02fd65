/// A named step of a protocol, such as `request-ecdh`: for showing progress and for telling where a run stopped.
public struct FlowStep: RawRepresentable, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The step's name: that of the call it makes, or of what happens in the wallet.
    public let rawValue: String
    /// A step by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

/// Is told each step when it begins.
public typealias FlowProgress = @Sendable (FlowStep) -> Void
