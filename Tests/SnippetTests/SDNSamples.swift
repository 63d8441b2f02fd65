import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK
import SDNStoreEncryption
import SDNWire

/// The samples of the articles on messaging, word for word; ``SDNArticleTests`` compares and runs them.
enum SDNSamples {
    static func logIn(nodeURL: URL, keyBytes: [UInt8]) async throws -> MXCredentials {
        let wallet = LocalWalletSigner(try Secp256k1PrivateKey(bytes: keyBytes))
        let node = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil)
        let credentials = try await node.loginWithDID(signer: wallet, deviceDisplayName: "Harbour on Linux")
        print(credentials.userId ?? "", credentials.deviceId ?? "")
        return credentials
    }

    /// `print` takes the place of Swift's, so that a test hears what the handler says.
    static func storeLogin(_ credentials: MXCredentials) throws -> (settings: Data, secret: Data) {
        let settings = try JSONEncoder().encode(credentials)
        let secret = try JSONEncoder().encode(credentials.tokens)
        return (settings, secret)
    }

    static func restoreLogin(
        _ settings: Data, _ secret: Data, folder: URL, save: @escaping @Sendable (MXCredentials.Tokens) -> Void
    ) async throws -> MXSession {
        let credentials = try JSONDecoder().decode(MXCredentials.self, from: settings)
        let tokens = try JSONDecoder().decode(MXCredentials.Tokens.self, from: secret)
        let session = try await MXSession.restored(
            credentials, tokens: tokens, store: MXFileStore(directory: folder), saveTokens: save)
        return session
    }

    static func stayLoggedIn(
        _ credentials: MXCredentials, _ secrets: some SecretStore,
        print: @escaping @Sendable (_ what: String, _ code: String, _ advice: String) -> Void
    ) -> MXRestClient {
        let client = MXRestClient(
            credentials: credentials,
            persistentTokenDataHandler: { access in
                let kept = secrets.beginUpdate()
                access(kept) { didUpdate in
                    secrets.endUpdate(saving: didUpdate ? kept : nil)
                }
            },
            unauthenticatedHandler: { error, isSoftLogout, _, completion in
                print("logged out:", error.errcode, isSoftLogout ? "sign again to go on" : "begin anew")
                completion()
            })
        return client
    }

    static func echoBot(nodeURL: URL, key: Secp256k1PrivateKey, folder: URL) async throws {
        let wallet = LocalWalletSigner(key)
        let node = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil)
        let credentials = try await node.loginWithDID(signer: wallet, deviceId: "ECHOBOT", deviceDisplayName: "echo bot")
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.setStore(MXFileStore(directory: folder))
        let updates = session.updates()
        var isHistory = session.rooms.isEmpty   // a new store, or the old one was lost: the first sync brings what was said before
        try await session.start()
        var rooms = Set(session.joinedRooms.map(\.roomId))
        for room in session.invitedRooms() ?? [] { _ = try? await session.joinRoom(room.roomId) }

        for await update in updates {
            do {
                switch update {
                case .synced: isHistory = false
                case .room(let summary) where summary.membership == .invite:
                    _ = try await session.joinRoom(summary.roomId)
                case .event(let event) where event.stateKey == session.myUserId && event.content["membership"]?.stringValue == "join":
                    rooms.insert(event.roomId ?? "")   // what was said before the bot joined is history too
                case .event(let event) where event.eventType == .roomMessage && event.sender != session.myUserId && !isHistory:
                    guard let text = event.timelineContent.body, text.hasPrefix("!echo "), let roomId = event.roomId, rooms.contains(roomId) else { continue }
                    try await session.room(withRoomId: roomId)?.sendReply(to: event, textMessage: String(text.dropFirst(6)))
                default: continue
                }
            } catch {
                print("that did not work:", error)
            }
        }
        await session.close()
    }

    static func offline(_ credentials: MXCredentials, folder: URL) async throws -> MXSession {
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.setStore(MXFileStore(directory: folder))
        for summary in session.roomList.snapshot.rooms { print(summary.displayName, summary.latestEvent?.event.shortText() ?? "") }
        return session
    }

    static func page(_ room: MXRoom, show: @escaping @Sendable (MXEvent) -> Void) async throws {
        room.liveTimeline.resetPagination()
        let listener = room.liveTimeline.listenToEvents { event, direction, _ in
            if direction == .backwards { show(event) }
        }
        try await room.liveTimeline.paginate(50, direction: .backwards, onlyFromStore: true)
        room.liveTimeline.removeListener(listener)
    }

    static func sendLater(_ room: MXRoom) async throws {
        let echo = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "later"])
        print(room.outgoingMessages().contains { $0.eventId == echo.eventId })
    }

    static func sendPlainText(_ room: MXRoom) async throws {
        try await room.allowingPlainText { try await room.sendTextMessage("everyone may read this") }
    }

    static func share(
        _ credentials: MXCredentials, sharedFolder: URL,
        saveTokens: @escaping @Sendable (MXCredentials.Tokens) -> Void = { _ in },
        readTokens: @escaping @Sendable () throws -> MXCredentials.Tokens?
    ) async throws -> MXSession {
        let store = MXFileStore(directory: sharedFolder, sharing: .processes)
        let session = try await MXSession.restored(
            credentials, tokens: nil, store: store, saveTokens: saveTokens, readTokens: readTokens)
        return session
    }

    static func extensionRun(_ session: MXSession) async throws {
        try await session.backgroundSync(withTimeout: 10, ignoreSessionState: true)
        for room in session.rooms where room.summary.localUnreadEventCount > 0 { print(room.summary.displayName) }
        await session.close()
    }

    static func seal(sharedFolder: URL, keyBytes: [UInt8]) throws -> MXFileStore {
        let sealed = try MXFileStore(directory: sharedFolder, encryptionKey: keyBytes, sharing: .processes)
        return sealed
    }

    static func closures(_ client: MXRestClient, print: @escaping @Sendable (Int) -> Void) {
        client.publicRooms { response in
            if case .success(let rooms) = response { print(rooms.count) }
        }
    }

    static func noClosures(_ client: MXRestClient) async throws {
        let rooms = try await client.publicRooms()
        print(rooms.count)
    }

    static func matrix(nodeURL: URL) async throws -> Bool {
        let matrix = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil, apiRoot: .matrix)
        let versions = try await matrix.supportedSDNVersions()
        return !versions.versions.isEmpty
    }

    static func joinedMembers(
        _ session: MXSession, _ room: MXRoom, print: (_ userId: String, _ name: String) -> Void
    ) async throws {
        let endpoint = Endpoint<RoomQuery, JoinedMembers>(.get, "client/v3/rooms/{roomId}/joined_members")
        let members = try await session.sdnRestClient.call(endpoint, RoomQuery(roomId: room.roomId))
        for (userId, profile) in members.joined { print(userId, profile.display_name ?? "") }
    }

    static func newPack(_ client: MXRestClient) async throws {
        let newPack = Endpoint<StickerPack, EmptyObject>(.post, "client/unstable/org.example.stickers/packs")
        try await client.call(newPack, StickerPack(title: "Cats", images: ["mxc://node.example/cat"]))
    }
}

extension SDNSamples {
    /// The landing page's sample.
    static func landing(nodeURL: URL, folder: URL, print: @escaping @Sendable (_ sender: String, _ text: String) -> Void) async throws {
        let wallet = LocalWalletSigner(Secp256k1PrivateKey())
        let node = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil)
        let credentials = try await node.loginWithDID(signer: wallet)

        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.setStore(MXFileStore(directory: folder))
        try await session.start()

        let room = try await session.createRoom(withName: "Hello")
        let updates = room.liveTimeline.updates()
        try await room.sendTextMessage("Hello, world!")
        for await case .event(let event, .forwards, _) in updates where event.eventType == .roomMessage {
            print(event.sender, event.timelineContent.body ?? "")
            break
        }
        await session.close()
    }
}

/// The article's place for secrets, which several processes use.
protocol SecretStore: Sendable {
    func beginUpdate() -> [MXCredentials]
    func endUpdate(saving credentials: [MXCredentials]?)
}

/// The types of the article on endpoints.
struct JoinedMembers: EndpointResponse, Decodable {
    struct Profile: Decodable {
        let display_name: String?
    }
    let joined: [String: Profile]
}

struct RoomQuery: EndpointRequest {
    let roomId: String

    func parts() -> RequestParts { RequestParts(path: ["roomId": roomId]) }
}

struct StickerPack: EndpointRequest, EndpointResponse, Codable {
    let title: String
    let images: [String]
}

/// The article's signer.
struct WalletInAnotherApp: SDNWalletSigner {
    let address: String
    let ask: @Sendable (_ text: String) async throws -> String

    func personalSign(_ message: String) async throws -> String { try await ask(message) }
}
