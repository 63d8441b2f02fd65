import SDNSDK

/// The endpoints of an app that imports nothing but SDNSDK.
enum OwnEndpoints {
    /// An endpoint of Matrix that the SDK does not name.
    static let joinedMembers = Endpoint<RoomQuery, JoinedMembers>(.get, "client/v3/rooms/{roomId}/joined_members")
    /// Endpoints of a node's extension.
    static let pack = Endpoint<PackQuery, StickerPack>(.get, "client/unstable/org.example.stickers/packs/{packId}")
    static let changePack = Endpoint<PackChange, EmptyObject>(
        .put, "client/unstable/org.example.stickers/packs/{packId}")
    static let newPack = Endpoint<StickerPack, EmptyObject>(.post, "client/unstable/org.example.stickers/packs")
    /// An endpoint outside the API's root.
    static let serverVersion = Endpoint<NoInput, ServerVersion>(.get, "/_synapse/admin/v1/server_version")
}

struct RoomQuery: EndpointRequest {
    let roomId: String

    func parts() -> RequestParts { RequestParts(path: ["roomId": roomId]) }
}

struct JoinedMembers: EndpointResponse, Decodable {
    struct Profile: Decodable {}
    let joined: [String: Profile]
}

struct PackQuery: EndpointRequest {
    let packId: String

    func parts() -> RequestParts {
        RequestParts(path: ["packId": packId], query: ["q": "a&b"], lists: ["via": ["one", "two"]])
    }
}

struct PackChange: EndpointRequest {
    let packId: String
    let pack: StickerPack

    func parts() throws -> RequestParts { try RequestParts(path: ["packId": packId], encoding: pack) }
}

struct StickerPack: EndpointRequest, EndpointResponse, Codable, Equatable {
    var title: String
    var images: [String] = []
    var size: Double?
}

struct ServerVersion: EndpointResponse, Decodable {
    enum CodingKeys: String, CodingKey { case version = "server_version" }
    let version: String
}
