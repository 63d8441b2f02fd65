import HeraldJSON
import SDNWire

/// The member `failures` of an answer about keys: an error for each server whose users' keys are not in the answer (the operations
/// `keys/query` and `keys/claim` of Matrix).
struct KeyFailures {
    /// The error of other servers, which this node cannot reach.
    private static let unreachable: JSONValue = [
        "status": 503, "errcode": "M_UNAVAILABLE", "error": "This node does not exchange keys with other servers.",
    ]

    private var errors = JSONObject()

    /// Adds the server of a user whose keys do not fit into the answer. Clients then query again, and do not assume that the user has no devices.
    mutating func add(refused user: String) {
        let server = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).last.map(String.init)
        let error = MatrixError(.limitExceeded, "Ask for the keys of fewer users at once.", retryAfter: .seconds(1))
        errors[server ?? user] = error.json
    }

    /// Adds another server. An error that asks the client to query again stays.
    mutating func add(unreachable server: String) {
        if errors[server] == nil { errors[server] = Self.unreachable }
    }

    /// The member as compact JSON.
    var json: [UInt8] { JSONValue.object(errors).serialized() }

    /// The server to which the ID of a user without an account belongs.
    enum Home {
        case thisNode
        case other(String)
        /// The text is not the ID of a user.
        case nowhere

        /// - Parameter server: the name of this node.
        init(of user: String, on server: String) {
            guard let id = try? UserID(user) else {
                self = .nowhere
                return
            }
            // The ID of a DID account may have the DID's digits in place of a server's name (SDN sheet 1.1).
            let isOwn = id.domain.isIdentical(to: server) || id.did?.hex.isIdentical(to: id.domain) == true
            self = isOwn ? .thisNode : .other(id.domain)
        }
    }
}
