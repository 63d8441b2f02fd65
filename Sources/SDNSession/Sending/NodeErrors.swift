import SDNValues
import SDNWire

/// Counts the answers that brought one message no further. Time without a connection counts nothing, and does not end a count.
struct NodeErrors {
    /// The number of tries of a message to which the node answers with an error of its own.
    static let limit = 8
    /// The number of tries of a request whose answers do not come from the node, or say that the node is away for a while. These tries take about
    /// 20 minutes. A network's login page and a proxy whose node restarts are gone by then. Something that refuses this one message is not. A
    /// file is sent twice in one of these tries at most.
    static let limitWhileAway = 40

    /// A kind of failure that is counted apart.
    enum Kind: Hashable {
        /// The node failed with an error code of its own.
        case own
        /// The answer to a request has the status 502, 503 or 504, no error code, or a form that the node does not send. A try consists of
        /// several requests, and an answer to one of them says nothing about the others.
        case away(endpoint: String)
    }

    /// The requests with which a try asks if the room is encrypted, before it sends something.
    private static let questions = [Endpoints.stateContent.name, Endpoints.roomState.name]
    private var localId = ""
    private var counts: [Kind: Int] = [:]

    /// Notes that a try of a message has failed.
    /// - Parameters:
    ///   - localId: the message. Another message begins all counts again.
    ///   - endpoint: the endpoint of the request that failed; empty if the request is not known.
    mutating func note(_ localId: String, failedAt endpoint: String) {
        if localId != self.localId { (self.localId, counts) = (localId, [:]) }
        // A later request shows that the questions before it were answered.
        guard !endpoint.isEmpty, !Self.questions.contains(endpoint) else { return }
        for question in Self.questions { counts[.away(endpoint: question)] = nil }
    }

    /// Counts a failure of the message that ``note(_:failedAt:)`` named.
    /// - Returns: true when the message may be sent again.
    mutating func allowsRetry(after kind: Kind) -> Bool {
        let count = (counts[kind] ?? 0) + 1
        counts[kind] = count
        return count < (kind == .own ? Self.limit : Self.limitWhileAway)
    }
}

extension MXError {
    /// True when the node answers no request any more before a new login.
    var endsLogin: Bool { self == .unknownToken || self == .missingToken || self == .userDeactivated }
}
