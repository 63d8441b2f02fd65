import Foundation
import OpenDID_DataModel

/// Extracts a server's address from a URL that an app of the iOS SDK passes as an argument. Such a URL is a base URL, or the whole URL of
/// one call (OpenDID sheet 8).
enum ServiceBase {
    /// Returns the address of a server without the path of its API, such as `http://127.0.0.1:8090` for
    /// `http://127.0.0.1:8090/tas/api/v1/request-register-user`.
    /// - Parameters:
    ///   - text: the URL.
    ///   - role: the role of the server.
    ///   - field: the parameter, for errors.
    /// - Throws: ``WalletError`` with code `parameter` if the text is not an HTTP URL, or has a query.
    static func url(_ text: String, _ role: ServiceRole, _ field: String) throws(WalletError) -> URL {
        var rest = trimmed(text[...])
        if let range = rest.range(of: role.basePath + "/", options: .backwards),
            !rest[range.upperBound...].contains("/")
        {
            rest = rest[..<range.lowerBound]
        } else if let suffix = prefixes(of: role.basePath).first(where: rest.hasSuffix) {
            rest = rest.dropLast(suffix.count)
        }
        guard let url = URL(string: String(trimmed(rest))), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https",
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil
        else {
            throw WalletError(.parameter, field: field, reason: "the http or https URL of a server expected")
        }
        return url
    }

    /// Returns all beginnings of the path of an API, the longest first, such as `/tas/api/v1`, `/tas/api` and `/tas`.
    private static func prefixes(of path: String) -> [String] {
        var names = path.split(separator: "/")
        var prefixes: [String] = []
        while !names.isEmpty {
            prefixes.append("/" + names.joined(separator: "/"))
            names.removeLast()
        }
        return prefixes
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text
        while rest.hasSuffix("/") { rest.removeLast() }
        return rest
    }
}
