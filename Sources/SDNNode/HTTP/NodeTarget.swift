import HeraldPeer
import SDNWire

/// The path and the query of a request, decoded (SDN sheet 7.1).
struct NodeTarget: Sendable {
    /// The segments of the path.
    let path: RequestTarget.Segments
    /// The query items. If a name occurs more than once, the first value counts.
    let query: [String: String]
    /// All values of each query item, in order.
    let lists: [String: [String]]

    /// Decodes a request target. It is decoded without authentication, so it must be short (``NodeHandler/targetLimit``).
    /// - Throws: `RequestTarget.Fault` `tooLong`; `WireError` for an invalid escape, bytes that are not UTF-8, U+0000 or a `#`.
    init(_ text: String) throws {
        let target = try RequestTarget(text, longest: NodeHandler.targetLimit)
        // No client sends a fragment. If the node ignored it, it would be a second spelling of a path that a proxy blocks for strangers.
        guard !target.hasFragment else {
            throw WireError(.invalid, field: "path", reason: "a request's target has no fragment")
        }
        do throws(RequestTarget.Fault) {
            path = try target.segments()
            var lists: [String: [String]] = [:]
            for item in try target.items() { lists[item.name, default: []].append(item.value) }
            self.lists = lists
            query = lists.compactMapValues(\.first)
        } catch {
            guard case .malformed(let part, let reason) = error else { throw error }
            throw WireError(.invalid, field: part, reason: reason)
        }
    }
}
