/// The first path segment. SendingNetwork renamed `_matrix` to `_api`. A node answers under both (SDN sheet 0.2 and 7.1).
public enum APIRoot: String, Sendable, Hashable, CaseIterable {
    /// SendingNetwork's own root, `_api`.
    case api = "_api"
    /// Matrix's root, `_matrix`.
    case matrix = "_matrix"
}

/// The path of an endpoint: an area of the API, and a path with named segments such as `rooms/{roomId}/leave`.
///
/// Client and node use the same template: the client fills in the values, and the node matches the paths of requests against it (SDN sheet, sections
/// 0.1 and 7.1).
package struct PathTemplate: Sendable, Hashable {
    /// The part of the API that a path belongs to.
    package enum Area: Sendable, Hashable {
        /// `/<root>/client/<version>/…`. The case holds the version that Herald's client uses. A node answers under every ``ClientVersion``.
        case client(ClientVersion)
        /// `/<root>/media/<version>/…`. The case holds the version that Herald's client uses. A node answers under every ``MediaVersion``.
        case media(MediaVersion)
        /// A path `/<root>/client/…` without a version, such as `/_matrix/client/versions`.
        case clientUnversioned
        /// A path directly below the root, such as `/_api/appservice/sign`.
        case root
        /// A path outside both roots, such as `/.well-known/…`.
        case bare

        /// An area without its version, for tables in which the versions are aliases.
        package enum Kind: Sendable, Hashable {
            case client, media, clientUnversioned, root, bare
        }

        /// The area without its version.
        package var kind: Kind {
            switch self {
            case .client: .client
            case .media: .media
            case .clientUnversioned: .clientUnversioned
            case .root: .root
            case .bare: .bare
            }
        }
    }

    /// The versions of the client API. A node treats them as aliases (SDN sheet 7.1).
    package enum ClientVersion: String, Sendable, Hashable, CaseIterable {
        case r0, v1, v3, unstable
    }

    /// The versions of the media API. A node treats them as aliases.
    package enum MediaVersion: String, Sendable, Hashable, CaseIterable {
        case r0, v1, v3
    }

    /// One path segment, without slashes.
    package enum Segment: Sendable, Hashable {
        case literal(String)
        /// A named value. It is percent-encoded as one segment.
        case parameter(String)
    }

    package let area: Area
    package let segments: [Segment]
    /// True when the path ends with a slash on the wire, as `pushrules/` does. A node accepts a trailing slash only on these paths.
    package let endsWithSlash: Bool

    /// Parses `text`, in which `{name}` stands for a value.
    package init(_ area: Area, _ text: String) {
        self.area = area
        self.endsWithSlash = text.hasSuffix("/")
        self.segments = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    init(_ area: Area, segments: [Segment], endsWithSlash: Bool) {
        self.area = area
        self.segments = segments
        self.endsWithSlash = endsWithSlash
    }

    /// The template as a string, with `{name}` for each value.
    package var text: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): "{\(name)}"
            }
        }.joined(separator: "/") + (endsWithSlash ? "/" : "")
    }

    /// Returns the segments before the template's own segments, such as `_api`, `client` and `r0`.
    package func leadingSegments(root: APIRoot) -> [String] {
        switch area {
        case .client(let version): [root.rawValue, "client", version.rawValue]
        case .media(let version): [root.rawValue, "media", version.rawValue]
        case .clientUnversioned: [root.rawValue, "client"]
        case .root: [root.rawValue]
        case .bare: []
        }
    }

    /// Returns the path on the wire. Every segment is percent-encoded once.
    ///
    /// When the value of the last parameter is empty, its segment is left out, as in `state/{type}/` with an empty state key.
    /// - Throws: ``WireError`` with code `missing` when a parameter has no value.
    package func render(root: APIRoot, parameters: [String: String]) throws(WireError) -> String {
        var parts = leadingSegments(root: root)
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal(let text):
                parts.append(PercentEncoding.encodeSegment(text))
            case .parameter(let name):
                guard let value = parameters[name] else {
                    throw WireError(.missing, field: name, reason: "the path needs a value here")
                }
                if value.isEmpty && index == segments.count - 1 { continue }
                parts.append(PercentEncoding.encodeSegment(value))
            }
        }
        return "/" + parts.joined(separator: "/") + (endsWithSlash ? "/" : "")
    }
}
