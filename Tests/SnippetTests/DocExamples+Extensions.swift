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
        _ credentials: MXCredentials, sharedFolder: URL, userInfo: [AnyHashable: Any]
    ) async throws -> (title: String, subtitle: String?, text: String, isLoud: Bool, picture: URL?)? {
        let store = MXFileStore(directory: sharedFolder, sharing: .processes)
        let options = MXSDKOptions()
        options.maximumResponseBytes = 2 << 20
        let client = MXRestClient(credentials: credentials, options: options)
        let notifications = MXNotificationClient(sdnRestClient: client, store: store)
        guard let payload = MXPushPayload(userInfo: userInfo) else { return nil }
        switch try await notifications.getNotification(payload: payload) {
        case .event(let item):
            return (item.title, item.subtitle, item.body, item.isNoisy, item.avatarFile)
        case .eventFilteredOut, .eventRedacted, .eventNotFound:
            return nil
        }
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
