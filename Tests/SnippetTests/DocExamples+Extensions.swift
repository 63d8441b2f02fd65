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
        guard let login = try? Data(contentsOf: folder.appendingPathComponent("login.json")) else { return nil }
        return try await MXSession.restored(
            JSONDecoder().decode(MXCredentials.self, from: login), tokens: nil,
            store: MXFileStore(directory: folder, sharing: .processes), saveTokens: saveTokens, readTokens: readTokens)
    }

    @Sendable func saveTokens(_ tokens: MXCredentials.Tokens) {
        try? keychain.setSecret(JSONEncoder().encode(tokens), "tokens")
    }

    @Sendable func readTokens() throws -> MXCredentials.Tokens? {
        try keychain.secret("tokens").map { try JSONDecoder().decode(MXCredentials.Tokens.self, from: $0) }
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

    static func restoredClient(
        _ credentials: MXCredentials, _ store: MXFileStore,
        saveToKeychain: @escaping @Sendable (MXCredentials.Tokens) -> Void,
        readFromKeychain: @escaping @Sendable () throws -> MXCredentials.Tokens?
    ) throws -> MXRestClient {
        let client = try MXRestClient.restored(
            credentials, store: store, saveTokens: saveToKeychain, readTokens: readFromKeychain)
        return client
    }

    static func notification(
        _ credentials: MXCredentials, sharedFolder: URL, userInfo: [AnyHashable: Any],
        saveTokens: @escaping @Sendable (MXCredentials.Tokens) -> Void,
        readTokens: @escaping @Sendable () throws -> MXCredentials.Tokens?
    ) async throws -> (title: String, subtitle: String?, text: String, isLoud: Bool, picture: URL?)? {
        let store = MXFileStore(directory: sharedFolder, sharing: .processes)
        let options = MXSDKOptions()
        options.maximumResponseBytes = 2 << 20
        let client = try MXRestClient.restored(
            credentials, store: store, options: options, saveTokens: saveTokens, readTokens: readTokens)
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
