import SDNWire

/// A place in the node-wide stream, between the event at `position` and the next one.
///
/// The same form serves as `since`, as `from` and `to` of messages, and as `at` of members (SDN sheet 7.3). It stays valid as long as the node stores
/// its history. A sync token has further parts after `_`, which older tokens lack: `s<position>_<run>.<serial>_d<position of messages to the
/// device>`.
struct StreamToken: Sendable, Hashable, CustomStringConvertible {
    let position: Int64
    /// The reader's position in the changes of typing and presence. It is `nil` if the token has none. The reader then knows nothing of typing and
    /// presence.
    let live: LivePosition?
    /// The position up to which the device has received its messages, if it is not `position`.
    let toDevice: Int64?

    init(_ position: Int64, live: LivePosition? = nil, toDevice: Int64? = nil) {
        self.position = max(0, position)
        self.live = live
        self.toDevice = toDevice == position ? nil : toDevice
    }

    /// - Throws: `M_INVALID_PARAM` if the text is no token.
    init(_ text: String, field: String) throws(MatrixError) {
        let refusal = MatrixError(.invalidParam, "\(field): this is not a token of this node.")
        var parts = text.split(separator: "_", omittingEmptySubsequences: false)[...]
        guard parts.count <= 3, let first = parts.popFirst(), let position = Self.number(first, after: "s") else {
            throw refusal
        }
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
        // No answer tells a device of messages that came after the answer. Such a token would confirm messages that were never sent.
        guard parts.isEmpty, toDevice ?? 0 <= position else { throw refusal }
        self.position = position
        self.live = live
        self.toDevice = toDevice
    }

    /// Checks that the token is not ahead of the stream. Such a token belongs to another database, and accepting it would skip events silently.
    /// - Throws: `M_INVALID_PARAM` if the token is ahead.
    func checked(against newest: Int64, field: String) throws(MatrixError) -> StreamToken {
        guard position <= newest else {
            throw MatrixError(.invalidParam, "\(field): this token is newer than the node's data.")
        }
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
    /// The number that the digits form; `nil` if there are other characters or the number is too large.
    var wholeNumber: Int64? {
        guard !isEmpty, utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(self)
    }
}

/// A place in the sequence of typing and presence changes, which is not stored. The sequence begins anew when the node starts.
struct LivePosition: Sendable, Hashable, CustomStringConvertible {
    /// Identifies one run of the node, in hexadecimal digits.
    let run: String
    let serial: Int64

    init(run: String, serial: Int64) {
        self.run = run
        self.serial = serial
    }

    /// Reads `<run>.<serial>`; `nil` for any other text.
    init?(_ text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...16).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ Self.digits.contains($0) }),
            let serial = parts[1].wholeNumber
        else { return nil }
        self.init(run: String(parts[0]), serial: serial)
    }

    var description: String { "\(run).\(serial)" }

    private static let digits = Set("0123456789abcdef".utf8)
}
