import SDNWire

/// A place in the node-wide stream, between the event at `position` and the next one.
///
/// One form serves as `since`, as `from` and `to` of messages and as `at` of members (SDN sheet 7.3). It stays valid as long as the
/// node keeps its history. A token of sync says more, in parts behind `_` that older tokens do not have:
/// `s<position>_<run>.<serial>_d<position of messages to the device>`.
struct StreamToken: Sendable, Hashable, CustomStringConvertible {
    let position: Int64
    /// Where the reader is in what is not kept; `nil` for a token without it, whose bearer knows nothing of it.
    let live: LivePosition?
    /// Up to where the device has its messages, when that is not `position`.
    let toDevice: Int64?

    init(_ position: Int64, live: LivePosition? = nil, toDevice: Int64? = nil) {
        self.position = max(0, position)
        self.live = live
        self.toDevice = toDevice == position ? nil : toDevice
    }

    /// - Throws: `M_INVALID_PARAM` for a text that is no token.
    init(_ text: String, field: String) throws(MatrixError) {
        let refusal = MatrixError(.invalidParam, "\(field): not a token of this node.")
        var parts = text.split(separator: "_", omittingEmptySubsequences: false)[...]
        guard parts.count <= 3, let first = parts.popFirst(), let position = Self.number(first, after: "s") else { throw refusal }
        var live: LivePosition?, toDevice: Int64?
        if let part = parts.first, part.contains(".") {
            guard let position = LivePosition(part) else { throw refusal }
            live = position
            parts.removeFirst()
        }
        if let part = parts.popFirst() {
            guard let position = Self.number(part, after: "d") else { throw refusal }
            toDevice = position
        }
        guard parts.isEmpty else { throw refusal }
        self.position = position
        self.live = live
        self.toDevice = toDevice
    }

    /// A token that lies ahead of the stream belongs to another database; to accept it would skip events silently.
    /// - Throws: `M_INVALID_PARAM`.
    func checked(against newest: Int64, field: String) throws(MatrixError) -> StreamToken {
        guard position <= newest else { throw MatrixError(.invalidParam, "\(field): this token lies ahead of the node's stream.") }
        return self
    }

    var description: String {
        var text = "s\(position)"
        if let live { text += "_\(live)" }
        if let toDevice { text += "_d\(toDevice)" }
        return text
    }

    private static func number(_ text: Substring, after mark: Character) -> Int64? {
        guard text.first == mark else { return nil }
        return text.dropFirst().wholeNumber
    }
}

extension Substring {
    /// The number that these digits write; `nil` when there is anything else or too much.
    var wholeNumber: Int64? {
        guard !isEmpty, utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(self)
    }
}
