import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK
import SDNWire

protocol WalletConnection: Sendable {
    func request(_ method: String, _ parameters: [String]) async throws -> String
}

struct ConnectedWallet: SDNWalletSigner {
    let address: String
    let connection: any WalletConnection   // the app's own connection to a wallet

    func personalSign(_ message: String) async throws -> String {
        try await connection.request("personal_sign", [message, address])
    }
}

/// The examples of the messaging modules.
extension DocExamples {
    static func roomSummary(_ session: MXSession) {
        for summary in session.joinedRooms.map(\.summary) where summary.notificationCount > 0 {
            print(summary.displayName, summary.notificationCount, summary.lastMessage?.sender ?? "")
        }
    }

    static func user(_ session: MXSession) -> MXEventListener? {
        let ann = session.user(withUserId: "@ann:node.example.org")
        let listener = ann?.listenToUserUpdate { print($0.displayname ?? $0.userId, $0.presence) }
        return listener
    }

    static func myUser(_ session: MXSession) async throws {
        try await session.myUser?.setDisplayName("Ann")
        try await session.myUser?.setPresence(.unavailable, statusMessage: "at lunch")
    }

    static func poll(_ room: MXRoom, _ event: MXEvent) async throws {
        if let poll = try await room.poll(event), poll.showsResults {
            for answer in poll.answers { print(answer.text, answer.count) }
        }
    }

    static func nodeError(_ client: MXRestClient) async throws {
        do {
            print(try await client.joinedRooms())
        } catch MXError.unknownToken {
            print("Log in again")
        } catch let error as MXError where error == .limitExceeded {
            print("Try again in \(error.retryAfter ?? .seconds(1))")
        }
    }

    static func sdkError(_ room: MXRoom) async throws {
        do {
            try await room.sendTextMessage("Hello")
        } catch let error as SDNSDKError where error.code == .timedOut {
            print("The node did not answer:", error.reason)
        }
    }

    static func plainText(_ room: MXRoom) async throws {
        try await room.allowingPlainText { try await room.sendTextMessage("everyone may read this") }
    }

    static func plainText(_ client: MXRestClient, _ roomId: String) async throws {
        try await client.allowingPlainText(inRoom: roomId) {
            try await client.sendTextMessage(toRoom: roomId, text: "everyone may read this")
        }
    }

    static func localWallet() throws -> String {
        let wallet = LocalWalletSigner(Secp256k1PrivateKey())
        let signature = try wallet.personalSign("Hello")   // 0x and 130 hexadecimal digits
        return signature
    }

    static func roomMembers(_ room: MXRoom) async throws {
        let members = try await room.members()
        for member in members.joinedMembers { print(members.memberName(member.userId), member.avatarUrl ?? "") }
    }

    static func powerLevels() -> Bool {
        let levels = MXRoomPowerLevels(content: ["users": ["@ann:node.example.org": 50], "events": ["m.room.name": 50]])
        let ann = levels.powerLevelOfUser(withUserID: "@ann:node.example.org")
        let mayRename = ann >= levels.minimumPowerLevelForSendingEvent(asStateEvent: .roomName)
        return mayRename
    }

    static func memoryStore(_ client: MXRestClient) async throws -> MXSession {
        let session = MXSession(sdnRestClient: client)
        try await session.setStore(MXMemoryStore())   // for tests, and for bots that need no history
        return session
    }

    static func operation(_ client: MXRestClient, _ userId: String) {
        let operation = client.getContactsList(withUserId: userId, success: { print($0) }, failure: { print($0) })
        operation.maxNumberOfTries = 2
        operation.cancel()   // failure gets a CancellationError, unless the call has finished already
    }

    static func sdnDID() throws -> SDNDID {
        let did = try SDNDID("did:sdn:9D8A62f656a8d1615C1294fd71e9CFb3E4855A4F")
        print(did, UserID(did: did))   // did:sdn:9d8a…, @sdn_9d8a…:9d8a…
        return did
    }

    static func userID() throws -> UserID {
        let user = try UserID("@ann:node.example.org")
        print(user.localpart, user.domain)   // ann node.example.org
        return user
    }

    static func matrixError() -> JSONValue {
        let error = MatrixError(.limitExceeded, "too many requests", retryAfter: .seconds(2))
        let body = error.json   // {"errcode":"M_LIMIT_EXCEEDED","error":"too many requests","retry_after_ms":2000}
        return body
    }

    static func syncFilter() -> JSONObject {
        var filter = SyncFilter.lazy(limit: 20)
        filter.presence.notTypes = ["*"]   // no presence
        let json = filter.json
        return json
    }
}
