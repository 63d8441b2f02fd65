import HTTPTypes

/// The way in which a request states the length of its body.
enum BodyFraming: Hashable {
    case none
    /// The digits of `Content-Length`, without leading zeros.
    case length(String)
    case chunked

    /// Reads the header of a request that the parser and ``HeadGuard`` have accepted.
    init(_ headers: HTTPFields) {
        if headers.contains(.transferEncoding) {
            self = .chunked
        } else if let length = headers[.contentLength], length.utf8.contains(where: { $0 != UInt8(ascii: "0") }) {
            self = .length(String(length.drop { $0 == "0" }))
        } else {
            self = .none
        }
    }
}
