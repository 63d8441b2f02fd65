import SDNWire

extension MXRestClient {
    /// The rooms of the node's public list; its first page, as the node cuts it. Works without credentials. SDN sheet 3.2.
    public func publicRooms() async throws -> [MXPublicRoom] {
        try await perform(Endpoints.publicRooms, PublicRoomsRequest(), as: MXPublicRoomsResponse.self).chunk
    }

    /// A page of a public room list.
    /// - Parameters:
    ///   - server: another server's list; `nil` for the node's own.
    ///   - limit: how many rooms at most.
    ///   - since: `nextBatch` or `prevBatch` of another page.
    ///   - filter: a text to look for in name, topic and alias.
    ///   - thirdPartyInstanceId: a network that the node has a bridge to; `nil` for the node's own rooms.
    ///   - includeAllNetworks: whether rooms of all networks are wanted.
    ///   - roomTypes: kinds of room, such as `m.space`; `nil` among them stands for ordinary rooms. `nil` admits all.
    public func publicRooms(
        onServer server: String?, limit: UInt?, since: String? = nil, filter: String? = nil, thirdPartyInstanceId: String? = nil,
        includeAllNetworks: Bool = false, roomTypes: [String?]? = nil
    ) async throws -> MXPublicRoomsResponse {
        let isPlain = server == nil && limit == nil && since == nil && filter == nil && thirdPartyInstanceId == nil && !includeAllNetworks
            && roomTypes == nil
        let request = PublicRoomsRequest(
            server: server, limit: limit.map(Int.init(clamping:)), since: since, searchTerm: filter, roomTypes: roomTypes,
            thirdPartyInstanceID: thirdPartyInstanceId, includesAllNetworks: includeAllNetworks, inBody: !isPlain)
        return try await perform(isPlain ? Endpoints.publicRooms : Endpoints.searchPublicRooms, request, as: MXPublicRoomsResponse.self)
    }
}
