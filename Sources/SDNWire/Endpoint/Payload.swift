/// A request body that is not JSON, such as a file.
package struct Payload: Sendable, Hashable {
    /// The media type, such as `image/png`.
    package var contentType: String
    /// The bytes of the body. They are empty on a node, because it reads the body in chunks.
    package var bytes: [UInt8]

    package init(contentType: String, bytes: [UInt8] = []) {
        self.contentType = contentType
        self.bytes = bytes
    }
}
