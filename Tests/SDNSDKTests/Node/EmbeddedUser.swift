import Foundation
import HeraldJSON
import HeraldKeys
import SDNNode
import SDNSDK

/// Somebody with a wallet who is logged in to an embedded node.
struct EmbeddedUser: Sendable {
    let client: MXRestClient
    let userId: String

    /// - Parameter seed: every byte of the wallet's key.
    init(_ node: EmbeddedNode, _ seed: UInt8) async throws {
        let key = try Secp256k1PrivateKey(bytes: Array(repeating: seed, count: 32))
        let visitor = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(key))
        self.client = MXRestClient(credentials: credentials)
        self.userId = credentials.userId ?? ""
    }

    func session(_ store: (any MXStore)? = nil) async throws -> MXSession {
        let session = MXSession.session(of: MXRestClient(credentials: client.credentials))
        if let store { try await session.setStore(store) }
        return session
    }

    /// The ids of every event of a room, oldest first, asked of the node page by page.
    func log(_ roomId: String) async throws -> [String] {
        var ids: [String] = []
        var from: String?
        repeat {
            let path = URL(
                string:
                    "\(client.node)/_matrix/client/v3/rooms/\(Self.escaped(roomId))/messages?dir=b&limit=100\(from.map { "&from=" + Self.escaped($0) } ?? "")"
            )
            guard let path else { throw SDNSDKError(.invalidArgument, reason: "not a URL") }
            let transport = URLSessionTransport()
            defer { transport.close() }
            let response = try await transport.send(
                TransportRequest(
                    method: "GET", url: path,
                    headers: ["Authorization": "Bearer " + (client.credentials.accessToken ?? "")]))
            let page = try JSONValue(parsing: response.body)
            ids += page["chunk"]?.arrayValue?.compactMap { $0["event_id"]?.stringValue } ?? []
            from = page["end"]?.stringValue
        } while from != nil
        return ids.reversed()
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

extension MXSession {
    /// Returns when a room has this membership.
    func room(_ roomId: String, becomes membership: MXMembership) async throws -> MXRoom {
        var updates = Updates(updates())
        if let room = room(withRoomId: roomId), room.summary.membership == membership { return room }
        _ = try await updates.first { update -> Bool? in
            guard case .room(let summary) = update, summary.roomId == roomId, summary.membership == membership else {
                return nil
            }
            return true
        }
        guard let room = room(withRoomId: roomId) else {
            throw SDNSDKError(.unknownRoom, reason: "the room has gone again")
        }
        return room
    }
}

extension MXEventTimeline {
    /// Every event from now back to the beginning, newest first.
    func history(by step: UInt = 7) async throws -> [MXEvent] {
        let heard = Heard(self)
        resetPagination()
        while canPaginate(.backwards) { try await paginate(step, direction: .backwards) }
        removeAllListeners()
        return heard.events(.backwards)
    }
}
