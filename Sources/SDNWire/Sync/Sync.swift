import HeraldJSON

extension Endpoints {
    /// Returns the changes since a token. With a timeout, the node waits for a change (SDN sheet 7.3).
    /// Matrix: [sync](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3sync).
    package static let sync = Endpoint<SyncRequest, RawJSON>(.get, .client(.r0), "sync")
    /// Stores a filter.
    /// Matrix: [defineFilter](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3useruseridfilter).
    package static let setFilter = Endpoint<SetFilterRequest, FilterIDResponse>(
        .post, .client(.r0), "user/{userId}/filter")
    /// Reads a stored filter.
    /// Matrix: [getFilter](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3useruseridfilterfilterid).
    package static let filter = Endpoint<FilterRequest, RawJSON>(.get, .client(.r0), "user/{userId}/filter/{filterId}")
}

package struct SyncRequest: WireRequest, Hashable {
    /// A filter ID, or a filter as a JSON string that begins with `{`.
    package var filter: String?
    package var since: String?
    package var fullState: Bool
    package var setPresence: String?
    /// The longest time that the node may wait for a change.
    package var timeout: Duration

    package init(
        since: String? = nil, filter: String? = nil, fullState: Bool = false, setPresence: String? = nil,
        timeout: Duration = .zero
    ) {
        self.since = since
        self.filter = filter
        self.fullState = fullState
        self.setPresence = setPresence
        self.timeout = timeout
    }
    package init(parts: RequestParts) throws {
        self.filter = parts.query["filter"].flatMap { $0.isEmpty ? nil : $0 }
        self.since = parts.query["since"].flatMap { $0.isEmpty ? nil : $0 }
        self.fullState = try parts.queryBool("full_state") ?? false
        self.setPresence = parts.query["set_presence"]
        self.timeout = .milliseconds(try parts.queryInt("timeout") ?? 0)
    }
    package func parts() -> RequestParts {
        var query: [String: String] = ["timeout": String(timeout.milliseconds)]
        query["filter"] = filter
        query["since"] = since
        if fullState { query["full_state"] = "true" }
        query["set_presence"] = setPresence
        return RequestParts(query: query)
    }
}

package struct SetFilterRequest: WireRequest, Hashable {
    package var userID: String
    package var filter: JSONObject
    package init(userID: String, filter: JSONObject) {
        self.userID = userID
        self.filter = filter
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.filter = try parts.object().value
    }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID], body: .object(filter)) }
}

package struct FilterIDResponse: WireObject, Hashable {
    package var filterID: String
    package init(filterID: String) { self.filterID = filterID }
    package init(json: JSONReader) throws { self.filterID = try json.string("filter_id") }
    package var json: JSONValue { ["filter_id": .string(filterID)] }
}

package struct FilterRequest: WireRequest, Hashable {
    package var userID: String
    package var filterID: String
    package init(userID: String, filterID: String) {
        self.userID = userID
        self.filterID = filterID
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.filterID = try parts.pathValue("filterId")
    }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID, "filterId": filterID]) }
}
