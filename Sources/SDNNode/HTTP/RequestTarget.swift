import Foundation
import SDNWire

/// A parsed request target: the segments of the path and the items of the query. Each is percent-decoded once, after splitting (SDN sheet 7.1).
struct RequestTarget: Sendable {
    let segments: [String]
    /// The indices of the ``segments`` that are percent-encoded on the wire.
    let escaped: Set<Int>
    /// True if a slash follows the last one of ``segments``.
    let endsWithSlash: Bool
    /// The query items. If a name occurs more than once, the first value counts.
    let query: [String: String]
    /// All values of each query item, in order.
    let lists: [String: [String]]

    /// - Throws: `WireError` for an invalid escape, bytes that are not UTF-8 or a `#`.
    init(_ text: String) throws(WireError) {
        // No client sends a fragment (RFC 9112, 3.2). If the node ignored it, it would be a second spelling of a path that a proxy blocks for
        // strangers.
        guard !text.utf8.contains(UInt8(ascii: "#")) else {
            throw WireError(.invalid, field: "path", reason: "a request's target has no fragment")
        }
        var rest = text[...]
        // RFC 9112 requires servers to accept the absolute form as well.
        if let scheme = ["http://", "https://"].first(where: { rest.lowercased().hasPrefix($0) }) {
            let authority = rest.dropFirst(scheme.count)
            rest = authority.firstIndex(where: { $0 == "/" || $0 == "?" }).map { authority[$0...] } ?? "/"
        }
        let mark = rest.firstIndex(of: "?")
        let path = mark.map { rest[..<$0] } ?? rest
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.first?.isEmpty == true { parts.removeFirst() }
        endsWithSlash = parts.last?.isEmpty == true
        if endsWithSlash { parts.removeLast() }
        var segments: [String] = []
        segments.reserveCapacity(parts.count)
        var escaped: Set<Int> = []
        for part in parts {
            if part.utf8.contains(UInt8(ascii: "%")) { escaped.insert(segments.count) }
            segments.append(try StoredText.checked(PercentEncoding.decode(part), field: "path"))
        }
        self.segments = segments
        self.escaped = escaped
        var lists: [String: [String]] = [:]
        if let mark {
            for item in rest[rest.index(after: mark)...].split(separator: "&") {
                let equals = item.firstIndex(of: "=")
                let name = try PercentEncoding.decode(
                    equals.map { item[..<$0] } ?? item, plusIsSpace: true, field: "query")
                let value = try PercentEncoding.decode(
                    equals.map { item[item.index(after: $0)...] } ?? "", plusIsSpace: true, field: name)
                lists[name, default: []].append(try StoredText.checked(value, field: name))
            }
        }
        self.lists = lists
        self.query = lists.compactMapValues(\.first)
    }
}
