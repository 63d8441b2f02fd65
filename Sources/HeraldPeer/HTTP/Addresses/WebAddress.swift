/// The base URLs in the configurations of servers. Clients put a path behind them, and certificates contain them.
package enum WebAddress {
    /// The reason in the error for a text that is no base URL, with an example.
    package static let expected =
        "a URL that begins with http:// or https:// is needed, without a slash at its end, such as https://example.org"

    /// Returns true for `http://` or `https://` with a host, perhaps a port and perhaps a path.
    /// - Parameters:
    ///   - text: the URL.
    ///   - allowsFinalSlash: true if one slash at the end does no harm. Defaults to false.
    package static func isBaseURL(_ text: String, allowsFinalSlash: Bool = false) -> Bool {
        let text = allowsFinalSlash && text.hasSuffix("/") ? String(text.dropLast()) : text
        return text.wholeMatch(of: /https?:\/\/[^\s\/?#"\\]+(?:\/[^\s?#"\\]*[^\s?#"\\\/])?/) != nil
    }
}
