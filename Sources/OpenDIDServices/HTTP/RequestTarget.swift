import Foundation
import HeraldPeer
import OpenDID_DataModel

/// A request target, split into its path and query items. Each is decoded once, after the split.
struct RequestTarget: Sendable, Hashable {
    let path: String
    let query: ServiceQuery

    /// Parses a target.
    /// - Returns: `nil` if an escape is broken, or if a proxy could read the path in another way; see ``PathSpelling``.
    init?(_ text: String) {
        var rest = text[...]
        // RFC 9112 requires servers to accept the absolute form as well.
        if let scheme = ["http://", "https://"].first(where: { rest.lowercased().hasPrefix($0) }) {
            let authority = rest.dropFirst(scheme.count)
            rest = authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...] } ?? "/"
        }
        let mark = rest.firstIndex(of: "?")
        let written = mark.map { rest[..<$0] } ?? rest
        guard PathSpelling.fault(in: written) == nil, let path = QueryText.decoded(written) else { return nil }
        self.path = path
        var items: [ServiceQuery.Item] = []
        if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
        if let mark {
            for item in rest[rest.index(after: mark)...].split(separator: "&") {
                let equals = item.firstIndex(of: "=")
                guard let name = QueryText.decoded(equals.map { item[..<$0] } ?? item, plusIsSpace: true),
                    let value = QueryText.decoded(
                        equals.map { item[item.index(after: $0)...] } ?? "", plusIsSpace: true)
                else { return nil }
                items.append(ServiceQuery.Item(name, value))
            }
        }
        query = ServiceQuery(items)
    }
}
