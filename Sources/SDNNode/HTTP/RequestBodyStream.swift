/// A request body that is read in parts, such as a file.
struct RequestBodyStream: Sendable {
    /// Passes on every part, in order.
    /// - Throws: errors of `each`; ``TooSlow`` if the body takes too long; `M_UNKNOWN` if the body is incomplete.
    let forEachPart: @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void

    /// Creates a stream of a body that is already complete.
    init(_ bytes: [UInt8]) {
        forEachPart = { each in if !bytes.isEmpty { try await each(bytes) } }
    }

    init(_ forEachPart: @escaping @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void) {
        self.forEachPart = forEachPart
    }

    /// The body has taken too long. The server closes the connection.
    struct TooSlow: Error {}
}
