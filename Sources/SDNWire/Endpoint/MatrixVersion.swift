/// A release of the Matrix specification as `versions` lists it, such as `r0.6.1` or `v1.11`.
package struct MatrixVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The major version. It is 0 for the releases named `r0`.
    package let major: Int
    package let minor: Int

    package init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses a release name. Returns `nil` for any other text, such as a server's own version name.
    package init?(_ text: String) {
        guard let first = text.first, first == "r" || first == "v" else { return nil }
        let numbers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(numbers.count), let major = numbers[0], let minor = numbers[1], major >= 0, minor >= 0
        else { return nil }
        guard first == "r" ? major == 0 : major > 0 else { return nil }
        self.init(major: major, minor: minor)
    }

    package static func < (a: MatrixVersion, b: MatrixVersion) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

    package var description: String { major == 0 ? "r0.\(minor)" : "v\(major).\(minor)" }

    /// Returns the release `v1.<minor>`.
    package static func v1(_ minor: Int) -> MatrixVersion { MatrixVersion(major: 1, minor: minor) }
    /// The first `r0` release.
    package static let r0 = MatrixVersion(major: 0, minor: 0)
}
