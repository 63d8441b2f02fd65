import TestSupport

/// Reads HTTP messages from a connection, one behind the other.
struct MessageReader {
    private let connection: LoopbackConnection
    /// The messages that have arrived and were not read yet.
    private var rest: [UInt8] = []

    init(_ connection: LoopbackConnection) { self.connection = connection }

    /// The next header with the empty line behind it; `nil` when the connection ends before it does.
    mutating func head() -> [UInt8]? {
        var seen = 0
        while true {
            if let end = Self.end(of: rest, from: seen) {
                defer { rest.removeFirst(end) }
                return Array(rest.prefix(end))
            }
            seen = max(0, rest.count - 3)
            guard rest.count < 1 << 16, let more = connection.receive() else { return nil }
            rest += more
        }
    }

    /// So many bytes; `nil` when the connection ends before them.
    mutating func body(_ count: Int) -> [UInt8]? {
        while rest.count < count {
            guard let more = connection.receive() else { return nil }
            rest += more
        }
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Everything until the connection ends.
    mutating func everything() -> [UInt8] {
        while let more = connection.receive() { rest += more }
        defer { rest = [] }
        return rest
    }

    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 3 < bytes.count {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A {
                return index + 4
            }
            index += 1
        }
        return nil
    }
}
