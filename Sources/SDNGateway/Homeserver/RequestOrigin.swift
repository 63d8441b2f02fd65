/// The client of the request that the running task answers. The homeserver receives what is here, so that its own rate limits count the client, and
/// users recognise their sessions.
package enum RequestOrigin {
    /// The client's IP address; `nil` for the gateway's own requests.
    @TaskLocal package static var address: String?
    /// The client's `User-Agent`; `nil` if there is none that can be sent on.
    @TaskLocal package static var userAgent: String?

    /// The longest `User-Agent` that is sent on, in bytes.
    private static let longestAgent = 512

    /// Returns a `User-Agent` if it is short and printable.
    package static func agent(_ text: String?) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= longestAgent,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return text
    }
}
