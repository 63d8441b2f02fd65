/// A value that holds a secret: however it is printed, only its `description` shows, which says what may be known.
package protocol RedactedValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedValue {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
