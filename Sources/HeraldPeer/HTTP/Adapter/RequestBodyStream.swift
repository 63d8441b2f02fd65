import HTTPTypes
import NIOCore

/// A request body that is read in parts, such as a file.
package struct RequestBodyStream: Sendable {
    /// The body has taken too long. The server closes the connection.
    package struct TooSlow: Error {}
    /// The body is incomplete. The client that sent it receives no response, because its connection has ended.
    package struct Incomplete: Error {}

    /// Passes on every part, in order.
    /// - Throws: errors of `each`; ``TooSlow``, ``Incomplete``, or ``BodyBudget/Refusal`` if the body cannot be read.
    package let forEachPart: @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void

    /// Creates a stream of a body that is already complete.
    package init(_ bytes: [UInt8]) {
        forEachPart = { each in if !bytes.isEmpty { try await each(bytes) } }
    }

    package init(
        _ forEachPart: @escaping @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void
    ) {
        self.forEachPart = forEachPart
    }

    /// Creates a stream of a request's body.
    init(_ head: HTTPRequest, _ input: RequestInput, on connection: ConnectionContext) {
        self.init { each in
            if RequestBodies.asksFirst(head) { connection.wantsBody() }
            while true {
                let part: ByteBuffer?
                do {
                    part = try await input.next()
                } catch is BodyGate.DeadlinePassed {
                    throw TooSlow()
                } catch let refusal as BodyBudget.Refusal {
                    throw refusal
                } catch {
                    throw Incomplete()
                }
                guard let part else { return }
                try await each(Array(part.readableBytesView))
                connection.hasGivenOn(part.readableBytes)
            }
        }
    }
}
