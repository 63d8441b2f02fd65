import Foundation
import TestSupport

/// Swift text as words and signs; comments and string literals are left out.
///
/// By hand because swift-syntax is not among the packages, and names, labels and braces are all that the tables need.
struct SwiftTokens {
    private(set) var tokens: [String] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
            } else if byte == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
                at += 2
                while at + 1 < bytes.count, !(bytes[at] == UInt8(ascii: "*") && bytes[at + 1] == UInt8(ascii: "/")) {
                    at += 1
                }
                at += 2
            } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\"") {
                at = Self.afterLiteral(bytes, from: at)
                tokens.append("\"")
            } else if Self.isWord(byte) {
                let start = at
                while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
                tokens.append(String(decoding: bytes[start..<at], as: UTF8.self))
            } else {
                if byte > 0x20, byte != UInt8(ascii: "`") { tokens.append(String(UnicodeScalar(byte))) }
                at += 1
            }
        }
    }

    init(file: URL) throws { self.init(try String(contentsOf: file, encoding: .utf8)) }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// The place after a string literal, which may be raw or of several lines, with interpolations in it.
    private static func afterLiteral(_ bytes: [UInt8], from start: Int) -> Int {
        let quote = UInt8(ascii: "\""), hash = UInt8(ascii: "#"), escape = UInt8(ascii: "\\")
        var at = start, hashes = 0
        while at < bytes.count, bytes[at] == hash { (at, hashes) = (at + 1, hashes + 1) }
        // A macro or a directive, not a literal.
        guard at < bytes.count, bytes[at] == quote else { return start + 1 }
        let isLong = at + 2 < bytes.count && bytes[at + 1] == quote && bytes[at + 2] == quote
        let end = Array(repeating: quote, count: isLong ? 3 : 1) + Array(repeating: hash, count: hashes)
        at += isLong ? 3 : 1
        while at < bytes.count {
            if bytes[at...].starts(with: end) { return at + end.count }
            guard bytes[at] == escape, bytes[(at + 1)...].starts(with: Array(repeating: hash, count: hashes)) else {
                at += 1
                continue
            }
            at += 1 + hashes
            guard at < bytes.count, bytes[at] == UInt8(ascii: "(") else {
                at += 1
                continue
            }
            var depth = 0
            repeat {
                if bytes[at] == quote || bytes[at] == hash {
                    at = afterLiteral(bytes, from: at)
                    continue
                }
                if bytes[at] == UInt8(ascii: "(") { depth += 1 }
                if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
                at += 1
            } while depth > 0 && at < bytes.count
        }
        return at
    }

    /// The files of a folder of the package, in a steady order.
    static func files(under folder: String) -> [URL] {
        let base = PackageFiles.url(folder)
        let found =
            FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return found.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }

    /// The package's folder.
}
