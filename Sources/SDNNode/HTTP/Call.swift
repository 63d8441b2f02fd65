import HeraldPeer
import SDNWire

/// The context of a request: all that a handler needs in addition to the values of the request itself.
struct Call: Sendable {
    /// `nil` if the endpoint needs no caller and the request has no token.
    var caller: Caller?
    /// The client's network, under which limits count the request; see ``RemoteNetwork``.
    let remoteAddress: String
    /// The rate limit that the call was counted against.
    var limit = EndpointLimit.unlimited
    /// The root of the request's path; `nil` for a path outside both roots.
    var root: APIRoot?
    /// True if the path may be that of a list of push rules: a slash follows the last segment, as Matrix has it, or the path is under `_api`. The clients
    /// of SendingNetwork may leave the slash out.
    var mayBeListPath = false
    /// Runs a wait, which is cancelled when the client disconnects.
    typealias Wait = @Sendable (@escaping @Sendable () async throws -> Void) async throws -> Void
    /// Waits as long as the client is connected; `nil` if there is no connection. It is set for downloads only.
    var waitWhileConnected: Wait?
    /// The memory for a large answer; `nil` if there is no connection.
    var room: ResponseBudget?

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
