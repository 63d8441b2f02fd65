import Foundation

/// The header of a request on the wire.
struct WireRequest: Sendable {
    private let lines: [String]
    /// The length of the body.
    let length: Int

    init(_ head: [UInt8]) {
        lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
        length =
            lines.first { $0.lowercased().hasPrefix("content-length:") }.flatMap {
                Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces))
            } ?? 0
    }

    var isDownload: Bool { lines.first.map { $0.hasPrefix("GET ") && $0.contains("/media/") } ?? false }

    /// The same, for a connection that closes behind the answer.
    var closing: [UInt8] {
        Array(
            (lines.filter { !$0.lowercased().hasPrefix("connection:") } + ["Connection: close", "\r\n"]).joined(
                separator: "\r\n"
            ).utf8)
    }
}
