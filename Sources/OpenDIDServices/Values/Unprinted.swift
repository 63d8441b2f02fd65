/// A value with secrets or personal data, which printing does not show.
protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Unprinted {
    var description: String { "\(Self.self)(redacted)" }
    var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
