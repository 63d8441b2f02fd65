/// Holds secrets or personal data, and prints neither.
protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Unprinted {
    var description: String { "\(Self.self)(redacted)" }
    var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
