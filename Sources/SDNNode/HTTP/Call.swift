import HeraldPeer
import SDNWire

/// The context of a request: all that a handler needs in addition to the values of the request itself.
struct Call: Sendable {
    let caller: Caller?
    /// The client's network, under which limits count the request; see ``RemoteNetwork``.
    let remoteAddress: String
    /// The rate limit that the call was counted against.
    var limit = EndpointLimit.unlimited
    /// The memory for a large answer; `nil` if there is no connection.
    var room: ResponseBudget?
    /// True if the client called SendingNetwork's root, `/_api`. The node then leaves out no part of a sync answer, because SendingNetwork's clients
    /// read some parts without a check (SDN sheet 7.3).
    var isSDN = false

    /// Returns the caller of an endpoint that requires one.
    /// - Throws: `M_MISSING_TOKEN` if there is none.
    func authenticated() throws(MatrixError) -> Caller {
        guard let caller else { throw MatrixError(.missingToken, "This endpoint needs an access token.") }
        return caller
    }

    /// Builds an answer that can be large, or a part of one. The node builds only few large answers at once, and only if there is memory for them.
    /// - Parameter bytes: the largest size that the answer can have.
    /// - Throws: ``ResponseBudget/Full``, which is answered with 503, if there is no memory; and errors of `work`.
    func buildLarge<Answer>(
        upTo bytes: Int, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Answer
    ) async throws -> Answer {
        guard let room else { return try await work() }
        return try await room.build(upTo: bytes, work)
    }
}
