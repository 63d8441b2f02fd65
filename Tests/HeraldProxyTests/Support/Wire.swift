import Foundation
import TestSupport

/// One end of an HTTP connection, byte by byte. Its calls block, so it belongs on a thread of its own.
final class Wire {
    enum Failure: Error { case ended, timedOut }

    /// The start line and the header of a message.
    struct Head {
        let text: String
        let line: String
        /// The names are in small letters.
        let fields: [(name: String, value: String)]

        init(_ text: String) {
            self.text = text
            let lines = text.components(separatedBy: "\r\n")
            line = lines.first ?? ""
            // An echoed head may have a body behind it.
            fields = lines.dropFirst().prefix { !$0.isEmpty }.compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (
                    line[..<colon].lowercased(),
                    line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                )
            }
        }

        var status: Int { line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
        var target: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
        subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    }

    struct Message {
        let head: Head
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let connection: LoopbackConnection
    private var buffer: [UInt8] = []

    init(_ connection: LoopbackConnection) { self.connection = connection }

    init(port: Int) throws { connection = try .connect(to: port) }

    @discardableResult
    func send(_ text: String) -> Bool { connection.send(Array(text.utf8)) }

    func head() throws -> Head {
        while true {
            if let end = buffer.indices.dropLast(3).first(where: { buffer[$0...].starts(with: [13, 10, 13, 10]) }) {
                defer { buffer.removeFirst(end + 4) }
                return Head(String(decoding: buffer[..<end], as: UTF8.self))
            }
            try fill()
        }
    }

    /// Reads a whole message.
    /// - Parameter hasBody: false for the response to HEAD.
    func message(hasBody: Bool = true) throws -> Message {
        let head = try head()
        guard hasBody, ![204, 304].contains(head.status) else { return Message(head: head, body: []) }
        if head["transfer-encoding"] != nil { return Message(head: head, body: try chunks()) }
        return Message(head: head, body: try bytes(head["content-length"].flatMap { Int($0) } ?? 0))
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill() }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Reads until the peer ends the connection.
    func rest() throws -> [UInt8] {
        while true {
            do {
                try fill()
            } catch Failure.ended {
                defer { buffer = [] }
                return buffer
            }
        }
    }

    /// Reads so many bytes and forgets them.
    func skip(_ count: Int) throws {
        var left = count
        while left > 0 {
            if buffer.isEmpty { try fill() }
            let taken = min(left, buffer.count)
            buffer.removeFirst(taken)
            left -= taken
        }
    }

    private func chunks() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            var line: [UInt8] = []
            while !line.suffix(2).elementsEqual([13, 10]) { line += try bytes(1) }
            let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) ?? 0
            all += try bytes(size)
            _ = try bytes(2)
            if size == 0 { return all }
        }
    }

    private func fill() throws {
        guard connection.hasInput(within: TestDeadline.milliseconds) else { throw Failure.timedOut }
        guard let more = connection.receive() else { throw Failure.ended }
        buffer += more
    }

    /// True if the peer ends the connection within half a minute. Bytes before the end are dropped.
    var isEnded: Bool {
        while connection.hasInput(within: 30_000) {
            if connection.receive() == nil { return true }
        }
        return false
    }
}
