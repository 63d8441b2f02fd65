/// Where an endpoint lives: an area of the API and a path with named segments, as in `rooms/{roomId}/leave`.
///
/// A template is the one description that both sides use: the client renders it with values, the node matches it.
/// SDN sheet, sections 0.1 and 7.1.
package struct PathTemplate: Sendable, Hashable {
    /// The part of the API that a path belongs to.
    package enum Area: Sendable, Hashable {
        /// `/<root>/client/<version>/…`. The version is the one our client uses; a node answers under all of ``ClientVersion``.
        case client(ClientVersion)
        /// `/<root>/media/<version>/…`. The version is the one our client uses; a node answers under all of ``MediaVersion``.
        case media(MediaVersion)
        /// `/<root>/client/…` without a version, as `versions` has it.
        case clientUnversioned
        /// `/<root>/…`, as `/_api/appservice/sign` has it.
        case root
        /// `/…` outside both roots, as `/.well-known/…` has it.
        case bare
    }

    /// The versions of the client API; a node treats them as aliases (SDN sheet 7.1).
    package enum ClientVersion: String, Sendable, Hashable, CaseIterable {
        case r0, v1, v3, unstable
    }

    /// The versions of the media API; a node treats them as aliases.
    package enum MediaVersion: String, Sendable, Hashable, CaseIterable {
        case r0, v1, v3
    }

    /// One segment between two slashes.
    package enum Segment: Sendable, Hashable {
        case literal(String)
        /// A named value, percent-encoded on the wire as one segment.
        case parameter(String)
    }

    package let area: Area
    package let segments: [Segment]
    /// Whether the path ends with a slash on the wire, as `pushrules/` does. A node tolerates one there and nowhere else.
    package let endsWithSlash: Bool

    /// Parses `text`, in which `{name}` stands for a value.
    package init(_ area: Area, _ text: String) {
        self.area = area
        self.endsWithSlash = text.hasSuffix("/")
        self.segments = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}") ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    init(_ area: Area, segments: [Segment], endsWithSlash: Bool) {
        self.area = area
        self.segments = segments
        self.endsWithSlash = endsWithSlash
    }

    /// The template as it was written, `{name}` for a value.
    package var text: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): "{\(name)}"
            }
        }.joined(separator: "/") + (endsWithSlash ? "/" : "")
    }

    /// The segments that come before the template's own, for a path root such as `_api`.
    package func leadingSegments(root: APIRoot) -> [String] {
        switch area {
        case .client(let version): [root.rawValue, "client", version.rawValue]
        case .media(let version): [root.rawValue, "media", version.rawValue]
        case .clientUnversioned: [root.rawValue, "client"]
        case .root: [root.rawValue]
        case .bare: []
        }
    }

    /// The path on the wire, every segment percent-encoded once.
    ///
    /// An empty value of the last parameter leaves its segment out, as `state/{type}/` with an empty state key.
    /// - Throws: ``WireError`` with code `missing` when a parameter has no value.
    package func render(root: APIRoot, parameters: [String: String]) throws(WireError) -> String {
        var parts = leadingSegments(root: root)
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal(let text):
                parts.append(PercentEncoding.encodeSegment(text))
            case .parameter(let name):
                guard let value = parameters[name] else { throw WireError(.missing, field: name, reason: "the path needs a value here") }
                if value.isEmpty && index == segments.count - 1 { continue }
                parts.append(PercentEncoding.encodeSegment(value))
            }
        }
        return "/" + parts.joined(separator: "/") + (endsWithSlash ? "/" : "")
    }
}
