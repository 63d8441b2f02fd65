/// A request's body that is read part by part, such as a file.
struct RequestBodyStream: Sendable {
    /// Hands every part over, in order. - Throws: what `each` throws, and `M_UNKNOWN` when the body ends early.
    let forEachPart: @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void

    /// A body that is there already.
    init(_ bytes: [UInt8]) {
        forEachPart = { each in if !bytes.isEmpty { try await each(bytes) } }
    }

    init(_ forEachPart: @escaping @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void) {
        self.forEachPart = forEachPart
    }

    /// The body took longer than it may; who carries the answer closes the connection.
    struct TooSlow: Error {}
}
