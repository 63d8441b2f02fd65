import HeraldJSON

extension Endpoints {
    /// Lists the root events of a room's threads: `{"chunk":[…],"next_batch"?}`. The thread with the newest reply comes first.
    /// Matrix: [getThreadRoots](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1roomsroomidthreads).
    package static let threads = Endpoint<ThreadsRequest, RawJSON>(
        .get, .client(.v1), "rooms/{roomId}/threads", history: .matrix(.v1(4)))
}

package struct ThreadsRequest: WireRequest, Hashable {
    /// The threads to list.
    package enum Include: String, Sendable, Hashable {
        case all
        /// The threads that the caller started or replied in.
        case participated
    }

    package var roomID: String
    package var include: Include
    package var from: String?
    package var limit: Int?

    package init(roomID: String, include: Include = .all, from: String? = nil, limit: Int? = nil) {
        self.roomID = roomID
        self.include = include
        self.from = from
        self.limit = limit
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        guard let include = Include(rawValue: parts.query["include"] ?? "all") else {
            throw WireError(.invalid, field: "include", reason: "expected all or participated")
        }
        self.include = include
        self.from = parts.query["from"].flatMap { $0.isEmpty ? nil : $0 }
        self.limit = try parts.queryInt("limit")
    }
    package func parts() -> RequestParts {
        var query = ["include": include.rawValue]
        query["from"] = from
        query["limit"] = limit.map(String.init)
        return RequestParts(path: ["roomId": roomID], query: query)
    }
}
