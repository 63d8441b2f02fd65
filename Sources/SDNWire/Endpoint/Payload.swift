/// A request's body that is no JSON: a file.
package struct Payload: Sendable, Hashable {
    /// The media type, such as `image/png`.
    package var contentType: String
    /// Empty on the side that reads the body part by part.
    package var bytes: [UInt8]

    package init(contentType: String, bytes: [UInt8] = []) {
        self.contentType = contentType
        self.bytes = bytes
    }
}
