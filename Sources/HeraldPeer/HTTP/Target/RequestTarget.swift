/// The target of a request: its path and its query (RFC 9112, 3.2).
///
/// It is split once, when it is created. A server then takes the path in the form that its routes need: as ``segments()``, or as one text with
/// ``plainPath()``. Each part is percent-decoded once, after splitting.
package struct RequestTarget: Sendable {
    /// The reason why a target is refused.
    package enum Fault: Error, Hashable {
        /// The target has more bytes than the server accepts.
        case tooLong
        /// A part cannot be read. The part is `path`, `query` or the name of a query item.
        case malformed(part: String, reason: String)
    }

    /// The decoded segments of a path.
    package struct Segments: Sendable, Hashable {
        package let values: [String]
        /// The indices of the ``values`` that are percent-encoded on the wire, in ascending order. They are few in most paths.
        package let escaped: [Int]
        /// True if a slash follows the last one of ``values``.
        package let endsWithSlash: Bool
    }

    /// A name in the query and its value, both decoded.
    package struct Item: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    private static let schemes = ["http://", "https://"]

    /// The path as on the wire.
    package let path: Substring
    /// The query as on the wire, without a fragment; `nil` if there is no question mark.
    package let query: Substring?
    /// True if the target has a fragment. No client sends one (RFC 9112, 3.2).
    package let hasFragment: Bool

    /// Splits a target. It accepts the absolute form as well, as RFC 9112 requires.
    /// - Parameter longest: the largest size of the target, in bytes. Defaults to any size, because the listener limits a request's head
    ///   (``ConnectionLimits/headBytes``).
    /// - Throws: ``Fault/tooLong``.
    package init(_ text: String, longest: Int = .max) throws(Fault) {
        let bytes = text.utf8
        guard bytes.count <= longest else { throw .tooLong }
        var start = bytes.startIndex
        if bytes.first != UInt8(ascii: "/"), let scheme = Self.schemes.first(where: { Self.begins(bytes, with: $0) }) {
            let authority = bytes.index(start, offsetBy: scheme.utf8.count)
            start =
                bytes[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
            guard start < bytes.endIndex else {
                (path, query, hasFragment) = ("/", nil, bytes.contains(UInt8(ascii: "#")))
                return
            }
        }
        let rest = bytes[start...]
        let mark = rest.firstIndex(of: UInt8(ascii: "?")), fragment = rest.firstIndex(of: UInt8(ascii: "#"))
        hasFragment = fragment != nil || bytes[..<start].contains(UInt8(ascii: "#"))
        path = text[start..<(mark ?? bytes.endIndex)]
        query = mark.map { mark in
            let end = fragment.map { $0 > mark ? $0 : bytes.endIndex } ?? bytes.endIndex
            return text[bytes.index(after: mark)..<end]
        }
    }

    /// Returns the path's segments. An escaped slash is part of a segment.
    /// - Throws: ``Fault/malformed(part:reason:)`` for a broken escape, bytes that are not UTF-8, and U+0000.
    package func segments() throws(Fault) -> Segments {
        var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        if parts.first?.isEmpty == true { parts.removeFirst() }
        let endsWithSlash = parts.last?.isEmpty == true
        if endsWithSlash { parts.removeLast() }
        var values: [String] = []
        values.reserveCapacity(parts.count)
        var escaped: [Int] = []
        for part in parts {
            if part.contains(UInt8(ascii: "%")) { escaped.append(values.count) }
            values.append(try PercentText.decoded(part, part: "path"))
        }
        return Segments(values: values, escaped: escaped, endsWithSlash: endsWithSlash)
    }

    /// Returns the whole path, decoded, if it is written in the only form that a proxy in front of the server recognises; see ``PathSpelling``.
    /// - Throws: ``Fault/malformed(part:reason:)`` for any other path, bytes that are not UTF-8, and U+0000.
    package func plainPath() throws(Fault) -> String {
        if let fault = PathSpelling.fault(in: path) { throw .malformed(part: "path", reason: fault) }
        return try PercentText.decoded(path.utf8, part: "path")
    }

    /// Returns the items of the query, in order. `+` means a space. An item without `=` has an empty value.
    /// - Throws: ``Fault/malformed(part:reason:)`` for a broken escape, bytes that are not UTF-8, and U+0000 in a value.
    package func items() throws(Fault) -> [Item] {
        guard let query, !query.isEmpty else { return [] }
        var items: [Item] = []
        for item in query.utf8.split(separator: UInt8(ascii: "&")) {
            let equals = item.firstIndex(of: UInt8(ascii: "="))
            let name = try PercentText.decoded(
                item[..<(equals ?? item.endIndex)], plusIsSpace: true, allowsZero: true, part: "query")
            let value = equals.map { item[item.index(after: $0)...] } ?? item[item.endIndex...]
            items.append(Item(name: name, value: try PercentText.decoded(value, plusIsSpace: true, part: name)))
        }
        return items
    }

    /// Returns true if a text begins with a prefix, in any letter case.
    /// - Parameter prefix: ASCII without capital letters.
    private static func begins(_ bytes: String.UTF8View, with prefix: String) -> Bool {
        var rest = bytes.makeIterator()
        for expected in prefix.utf8 {
            guard let byte = rest.next() else { return false }
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard (isCapital ? byte | 0x20 : byte) == expected else { return false }
        }
        return true
    }
}
