import Foundation
import HeraldKeys
import SDNSDK
import SDNWire

/// A user with a wallet, before the first login.
struct LoadClient: Sendable {
    let node: URL
    let root: APIRoot
    /// The ID of the room to join.
    let room: String
    let store: URL
    let record: LoadRecord
    let wallet = LocalWalletSigner(Secp256k1PrivateKey())

    /// Logs in, and joins the room.
    func enter() async throws -> LoadSession {
        let credentials = try await logIn("the sender")
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials, apiRoot: root))
        try await session.setStore(MXFileStore(directory: store))
        try await record.repeating("start") { try await session.start() }
        let joined = try await record.repeating("join") { try await session.joinRoom(room) }
        return LoadSession(client: self, session: session, room: joined)
    }

    /// Returns credentials of a new device.
    func logIn(_ device: String) async throws -> MXCredentials {
        let visitor = MXRestClient(node: node, unrecognizedCertificateHandler: nil, apiRoot: root)
        defer { visitor.close() }
        return try await record.logIn { try await visitor.loginWithDID(signer: wallet, deviceDisplayName: device) }
    }
}
