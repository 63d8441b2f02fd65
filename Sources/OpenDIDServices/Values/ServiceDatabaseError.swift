/// The reason why a database did not do what was asked, in the same words for every engine. It has no text with values.
package struct ServiceDatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, on which the caller decides.
    package enum Kind: Sendable, Hashable {
        /// The same request may succeed later. If the error comes from a write, its changes were made or not, as a repetition finds out.
        case temporary(retryAfter: Duration)
        /// A constraint forbids a row, such as a second row with the same key.
        case constraint
        /// A text has characters that the database cannot store.
        case unstorableText
        /// Any other error, which a repetition does not cure.
        case other
    }

    package let kind: Kind
    /// A sentence for people, without a full stop.
    package let reason: String

    package init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The time after which the same request may be repeated. `nil` if the error is not temporary.
    var retryAfter: Duration? {
        guard case .temporary(let retryAfter) = kind else { return nil }
        return retryAfter
    }

    package var description: String { "the database: \(reason)" }
}
