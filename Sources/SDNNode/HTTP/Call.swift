import HeraldPeer
import SDNWire

/// The circumstances of a request, beside its own values.
struct Call: Sendable {
    let caller: Caller?
    /// What limits count the other side under: ``RemoteNetwork``.
    let remoteAddress: String
    /// What the call has been counted under.
    var limit = EndpointLimit.unlimited
    /// The room for a large answer; `nil` where there is no connection.
    var room: AnswerRoom?

    /// The caller of an endpoint that needs one.
    /// - Throws: `M_MISSING_TOKEN` when there is none.
    func authenticated() throws(MatrixError) -> Caller {
        guard let caller else { throw MatrixError(.missingToken, "This endpoint needs an access token.") }
        return caller
    }

    /// Builds an answer that can get large, or a part of one: few are built at once, and none for which there is no room.
    /// - Parameter bytes: how large it can get at most.
    /// - Throws: 503 when there is no room, and what `work` throws.
    func buildLarge<Answer>(
        upTo bytes: Int, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Answer
    ) async throws -> Answer {
        guard let room else { return try await work() }
        return try await room.build(upTo: bytes, work)
    }
}
