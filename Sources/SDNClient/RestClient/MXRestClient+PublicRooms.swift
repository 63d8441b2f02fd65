import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the first page of the node's public room list. The node chooses the length of the page. The call works without credentials
    /// (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func publicRooms() async throws -> [MXPublicRoom] {
        try await perform(Endpoints.publicRooms, PublicRoomsRequest(), as: MXPublicRoomsResponse.self).chunk
    }

    /// Returns a page of a public room list.
    /// - Parameters:
    ///   - server: the server whose list is wanted; `nil` for the node's own.
    ///   - limit: the greatest number of rooms.
    ///   - since: `nextBatch` or `prevBatch` of another page.
    ///   - filter: a text to find in name, topic and alias.
    ///   - thirdPartyInstanceId: a network to which the node has a bridge; `nil` for the node's own rooms.
    ///   - includeAllNetworks: true to include the rooms of all networks.
    ///   - roomTypes: the wanted room types, such as `m.space`. A `nil` in the list stands for ordinary rooms. `nil` instead of a list
    ///     admits all types.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func publicRooms(
        onServer server: String?, limit: UInt?, since: String? = nil, filter: String? = nil,
        thirdPartyInstanceId: String? = nil,
        includeAllNetworks: Bool = false, roomTypes: [String?]? = nil
    ) async throws -> MXPublicRoomsResponse {
        let isPlain =
            server == nil && limit == nil && since == nil && filter == nil && thirdPartyInstanceId == nil
            && !includeAllNetworks
            && roomTypes == nil
        let request = PublicRoomsRequest(
            server: server, limit: limit.map(Int.init(clamping:)), since: since, searchTerm: filter,
            roomTypes: roomTypes,
            thirdPartyInstanceID: thirdPartyInstanceId, includesAllNetworks: includeAllNetworks, inBody: !isPlain)
        return try await perform(
            isPlain ? Endpoints.publicRooms : Endpoints.searchPublicRooms, request, as: MXPublicRoomsResponse.self)
    }
}
