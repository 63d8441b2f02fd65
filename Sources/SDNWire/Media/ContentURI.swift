/// The URI of a file on a node: `mxc://<server>/<id>`.
package struct ContentURI: Sendable, Hashable, CustomStringConvertible {
    package let serverName: String
    package let mediaID: String

    package init(serverName: String, mediaID: String) {
        self.serverName = serverName
        self.mediaID = mediaID
    }

    /// Parses a URI. Ignores a query and a fragment, which only the app uses.
    /// - Throws: ``WireError`` naming `field`.
    package init(_ text: String, field: String = "url") throws(WireError) {
        let wrong = WireError(.invalid, field: field, reason: "the address of a file has the form mxc://server/id")
        guard text.hasPrefix("mxc://"), text.utf8.count <= 1_000 else { throw wrong }
        let rest = text.dropFirst(6).prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        // A server or media ID of `.` or `..` is refused, because it would change the path of the request.
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && Self.isPlain($0) }) else {
            throw wrong
        }
        self.init(serverName: String(parts[0]), mediaID: String(parts[1]))
    }

    package var text: String { "mxc://\(serverName)/\(mediaID)" }
    package var description: String { text }

    private static func isPlain(_ part: Substring) -> Bool {
        part.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }
}
