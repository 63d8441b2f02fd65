import Foundation
import HeraldJSON
import SDNSDK

/// A place for secrets. An app for Apple systems implements it with the keychain, and gives the item the access group that its extensions have too.
protocol Keychain: Sendable {
    func secret(_ name: String) throws -> Data?
    func setSecret(_ secret: Data?, _ name: String) throws
}

struct StoredLogin {
    let folder: URL              // an app group's folder, which the extensions can access too
    let keychain: any Keychain

    func save(_ credentials: MXCredentials) throws {
        try JSONEncoder().encode(credentials).write(to: folder.appendingPathComponent("login.json"))
        try keychain.setSecret(try JSONEncoder().encode(credentials.tokens), "tokens")
    }

    func session() async throws -> MXSession? {
        guard let login = try? Data(contentsOf: folder.appendingPathComponent("login.json")),
            let secret = try keychain.secret("tokens")
        else { return nil }
        let store = MXFileStore(directory: folder, sharing: .processes)
        return try await MXSession.restored(
            JSONDecoder().decode(MXCredentials.self, from: login),
            tokens: JSONDecoder().decode(MXCredentials.Tokens.self, from: secret), store: store,
            saveTokens: { tokens in try? keychain.setSecret(JSONEncoder().encode(tokens), "tokens") })
    }

    func forget(_ session: MXSession) async throws {
        try await session.logout()   // the node's token, the store and the cache of files
        try FileManager.default.removeItem(at: folder.appendingPathComponent("login.json"))
        try keychain.setSecret(nil, "tokens")
    }
}

/// The examples of the articles on push and extensions.
extension DocExamples {
    static func pusher(_ session: MXSession, _ pushToken: String) async throws {
        try await session.sdnRestClient.setPusher(
            pushKey: pushToken, kind: .http, appId: "org.example.harbour", appDisplayName: "Harbour", deviceDisplayName: "Ann's phone",
            profileTag: "", lang: "en", data: ["url": "https://push.example.org/_matrix/push/v1/notify", "format": "event_id_only"])
    }

    static func notification(
        _ credentials: MXCredentials, folder: URL, roomId: String, eventId: String
    ) async throws -> (title: String, text: String, isLoud: Bool)? {
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.setStore(MXFileStore(directory: folder, sharing: .processes))
        let event = try await session.event(withEventId: eventId, inRoom: roomId)
        var shown: (title: String, text: String, isLoud: Bool)?
        if let room = session.room(withRoomId: roomId), let rule = try await session.notificationCenter.shouldNotify(event, in: room) {
            shown = (room.summary.displayName, event.content["body"]?.stringValue ?? "", rule.sound != nil)
        }
        await session.close()
        return shown
    }

    static func toBackground(_ session: MXSession) async {
        await session.pause()
        MXFileStore.suspendSharedFiles()
    }

    static func toForeground(_ session: MXSession) async throws {
        MXFileStore.resumeSharedFiles()
        try await session.resume()
    }
}
