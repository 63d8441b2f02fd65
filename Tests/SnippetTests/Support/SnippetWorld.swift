import Foundation
import HeraldKeys
import SDNNode
import SDNSDK

/// The world that the specification's samples speak of: a node at `http://sdn.org`, a user, a room. An embedded node plays it.
struct SnippetWorld: Sendable {
    let node: EmbeddedNode
    /// The user of the samples, under the real name.
    let client: MXRestClient
    let roomId: String
    let transport: RoutingTransport

    static func make() async throws -> SnippetWorld {
        let node = try await EmbeddedNode.start()
        let key = try Secp256k1PrivateKey(bytes: Array(repeating: 7, count: 32))
        let visitor = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(key))
        let client = MXRestClient(credentials: credentials, unrecognizedCertificateHandler: nil)
        var parameters = MXRoomCreationParameters(name: "Harbour", visibility: .public)
        parameters.preset = .publicChat
        let roomId = try await client.createRoom(parameters: parameters).roomId
        // The room comes first, because its id holds the user's.
        let names = [
            ("!room_id:sdn.org", roomId), ("the_room_id", roomId), ("@your_user_id:sdn.org", credentials.userId ?? ""),
            ("your_access_token", credentials.accessToken ?? ""),
        ]
        return SnippetWorld(
            node: node, client: client, roomId: roomId, transport: RoutingTransport(base: node.baseURL, names: names))
    }

    /// Runs a sample as if the world were its own.
    func run<T>(_ sample: () throws -> T) rethrows -> T {
        try HTTPTransports.$current.withValue(transport) { try sample() }
    }

    func close() async { await node.stop() }
}
