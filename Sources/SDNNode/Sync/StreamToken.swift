import SDNWire

/// A place in the node-wide stream, between the event at `position` and the next one.
///
/// One form serves as `since`, as `from` and `to` of messages and as `at` of members (SDN sheet 7.3). It stays valid as long as the
/// node keeps its history.
struct StreamToken: Sendable, Hashable, CustomStringConvertible {
    let position: Int64

    init(_ position: Int64) { self.position = max(0, position) }

    /// - Throws: `M_INVALID_PARAM` for a text that is no token.
    init(_ text: String, field: String) throws(MatrixError) {
        let digits = text.dropFirst().utf8
        guard text.utf8.first == UInt8(ascii: "s"), !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }), let position = Int64(text.dropFirst())
        else { throw MatrixError(.invalidParam, "\(field): not a token of this node.") }
        self.position = position
    }

    /// A token that lies ahead of the stream belongs to another database; to accept it would skip events silently.
    /// - Throws: `M_INVALID_PARAM`.
    func checked(against newest: Int64, field: String) throws(MatrixError) -> StreamToken {
        guard position <= newest else { throw MatrixError(.invalidParam, "\(field): this token lies ahead of the node's stream.") }
        return self
    }

    var description: String { "s\(position)" }
}
