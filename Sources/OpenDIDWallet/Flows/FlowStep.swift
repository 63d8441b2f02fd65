/// A named step of a protocol, such as `request-ecdh`, for showing progress and for reporting where a run stopped.
public struct FlowStep: RawRepresentable, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The step's name: the name of its call, or of the step in the wallet.
    public let rawValue: String
    /// Creates a step from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

/// A function that is called at the beginning of each step.
public typealias FlowProgress = @Sendable (FlowStep) -> Void
