import Foundation
import HeraldJSON
import HeraldKeys
import HeraldP256
import Hummingbird
import MYKEYHummingbird
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire
import SDNSDK
import SDNStoreEncryption

struct Issuer: Codable, KeepsUnknownMembers {
    var id: String
    var unknownMembers = UnknownMembers()
}

/// The examples of the doc comments, word for word, so that each is compiled. ``DocExampleTests`` compares them.
enum DocExamples {
    static func jsonValue() -> String? {
        let body: JSONValue = ["msgtype": "m.text", "body": "Hello"]
        let text = body["body"]?.stringValue
        return text
    }

    static func jsonReader(_ body: JSONObject) throws -> [String?] {
        let reader = JSONReader(body)
        let type = try reader.string("type")
        let reason = try reader.optionalString("reason")
        return [type, reason]
    }

    static func jsonDocument() throws {
        let document = try JSONDocument(Array(#"{"rooms":[{"name":"Hello"}]}"#.utf8))
        for room in document.root["rooms"]?.elements ?? .empty {
            print(room["name"]?.string ?? "")
        }
    }

    static func modelDecoder(_ bytes: [UInt8]) throws -> Issuer {
        let issuer = try JSONModelDecoder().decode(Issuer.self, from: bytes)
        return issuer
    }

    static func modelEncoder(_ issuer: Issuer) throws -> [UInt8] {
        let bytes = try JSONModelEncoder().canonicalBytes(issuer)
        return bytes
    }

    static func keccak() -> String {
        Hex.encode(Keccak256.hash(Array("abc".utf8)))   // 4e03657a…
    }

    static func ripemd() -> String {
        Hex.encode(RIPEMD160.hash(Array("abc".utf8)))   // 8eb208f7…
    }

    static func sha() -> String {
        Hex.encode(HeraldSHA256.hash(Array("abc".utf8)))   // ba7816bf…
    }

    static func secp256k1() throws -> RecoverableSignature {
        let key = Secp256k1PrivateKey()
        let signature = try key.sign(digest: HeraldSHA256.hash(Array("Hello".utf8)))
        return signature
    }

    static func ethereumAddress() throws {
        let address = try EthereumAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        print(address.checksummed, address.lowercaseHex)
    }

    static func personalMessage(_ key: Secp256k1PrivateKey) throws -> EthereumAddress {
        let signature = try PersonalMessage.sign("Hello", with: key)
        let signer = try PersonalMessage.recoverAddress("Hello", signature: signature)   // key.publicKey.ethereumAddress
        return signer
    }

    static func eosKey() throws {
        let key = EOSPrivateKey(Secp256k1PrivateKey())
        let signature = try key.sign("Hello")
        if let publicKey = key.publicKey { print(signature.verifies(message: "Hello", by: publicKey)) }
    }

    static func multibase() throws -> [UInt8] {
        let text = Multibase.encode([0x4A, 0x5B], as: .base58btc)
        let bytes = try Multibase.decode(text).bytes
        return bytes
    }

    static func p256() throws {
        let key = P256PrivateKey()
        let digest = HeraldSHA256.hash(Array("Hello".utf8))
        let signature = try key.compactSignature(digest: digest)
        print(key.publicKey.verify(signature, digest: digest))
    }

    static func restClient(_ nodeURL: URL, _ key: Secp256k1PrivateKey) async throws {
        let visitor = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil)
        let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(key))
        let client = MXRestClient(credentials: credentials)
        print(try await client.joinedRooms())
    }

    static func session(_ client: MXRestClient) async throws {
        let session = MXSession(sdnRestClient: client)
        try await session.setStore(MXFileStore())
        try await session.start()
        for room in session.joinedRooms { print(room.summary.displayName) }
    }

    static func room(_ room: MXRoom) async throws -> [String?] {
        let eventId = try await room.sendTextMessage("Hello, world!")
        let names = try await room.members().joinedMembers.map(\.displayname)
        return [eventId] + names
    }

    static func timeline(_ room: MXRoom) async throws -> MXEventListener {
        let timeline = room.liveTimeline
        let listener = timeline.listenToEvents { event, direction, _ in print(event.type, direction) }
        timeline.resetPagination()
        try await timeline.paginate(20, direction: .backwards)
        return listener
    }

    static func timelineUpdates(_ room: MXRoom) async throws -> [MXTimelineItem] {
        var items: [MXTimelineItem] = []
        for await batch in try await room.timelineUpdates() {
            items.apply(batch)
        }
        return items
    }

    static func roomList(_ session: MXSession) async {
        for await list in session.roomList {
            print(list.rooms.prefix(20).map(\.displayName))
        }
    }

    static func notifications(
        _ session: MXSession, _ display: @escaping @Sendable (_ event: MXEvent, _ sound: String?, _ isHighlighted: Bool) -> Void
    ) -> MXEventListener {
        @Sendable func show(_ event: MXEvent, sound: String?, isHighlighted: Bool) { display(event, sound, isHighlighted) }
        let listener = session.notificationCenter.listenToNotifications { event, _, rule in
            show(event, sound: rule.sound, isHighlighted: rule.highlights)
        }
        return listener
    }

    static func media(_ client: MXRestClient) async throws -> Data {
        let media = MXMediaManager(restClient: client)
        let picture = try await media.data(for: "mxc://node.example/abc")
        return picture
    }

    static func fileStore(_ session: MXSession, _ folder: URL) async throws {
        let store = MXFileStore(directory: folder)
        try await session.setStore(store)
    }

    static func encryptedStore(_ session: MXSession, _ key: [UInt8]) async throws {
        let store = try MXFileStore(encryptionKey: key)
        try await session.setStore(store)
    }

    static func backgroundSync(_ client: MXRestClient, _ folder: URL, _ eventId: String, _ roomId: String) async throws -> MXEvent {
        let service = MXBackgroundSyncService(sdnRestClient: client, store: MXFileStore(directory: folder, sharing: .processes))
        let event = try await service.event(withEventId: eventId, inRoom: roomId)
        return event
    }

    static func unixTime() {
        let begun = UnixTime(seconds: 1_606_900_362)
        print(begun + .seconds(300), UnixTime(seconds: 1_606_900_370) - begun)  // 1606900662 8.0 seconds
    }

    static func walletRequest(_ loginID: String) -> String {
        let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login")
        let request = WalletRequest(protocol: .simple, uuID: loginID, callback: "demoscheme://", payload: .login(login))
        let text = String(decoding: request.json(), as: UTF8.self)
        return text
    }

    static func dapp(_ opener: any URLOpening, _ loginID: String) async throws -> LoginPayload {
        let session = DappSession(.light(dappName: "Harbour", scheme: "demoscheme"), opener: opener)
        let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login")
        let answer = try await session.authorize(login, uuID: loginID)
        return answer
    }

    static func callbacks(_ body: [UInt8], _ code: ReturnCode) async throws -> (CallbackAnswer, LoginStatus) {
        let keys = CachingKeySource(try EOSTableKeySource(node: EOSNode(ChainNodeAddress("https://eos.example"))))
        let rules = CallbackRules(tagged: .required(domain: "harbour.example"), returning: .bound(to: ["demoscheme"]))
        let service = CallbackService(rules: rules, keys: keys, store: try SQLiteReplayStore(path: "logins.sqlite"))
        let login = try await service.beginLogin()      // login.uuID into the request, login.session to the browser
        let answer = await service.receive(body)        // what a wallet posted; answer.reply goes back
        let status = try await service.status(of: login.session, code: code)   // code: from the app, which the wallet opened
        return (answer, status)
    }

    static func signIn(_ service: SignInService, _ account: LoginAccount, _ signature: String) async throws -> SignedIn {
        let challenge = try await service.challenge()                      // nonce into the text, session to the browser
        let text = try service.message(for: account, challenge).text       // or made by the dapp's own page
        let who = try await service.signIn(text, signature: signature, session: challenge.session)
        return who
    }

    static func answeringWallet(
        _ typed: String, _ url: String, _ askThePerson: @escaping @Sendable () async -> Bool, _ open: (String) -> Void
    ) async throws {
        let keys = try WalletKeyFile(path: "wallet.json", passphrase: Passphrase(typed))
        let wallet = AnsweringWallet(accounts: keys.accounts) { shown in
            print(shown.serverHost ?? "no server", shown.account, shown.textForDisplay ?? "", shown.warnings)
            return await askThePerson() ? .accept : .decline
        }
        let outcome = await wallet.answer(url: url)     // url: what another program opened
        if let url = outcome.returnURL { open(url) } else { print(outcome.message) }
    }

    static func router(_ service: CallbackService) -> Router<BasicRequestContext> {
        let router = Router()
        router.mykeyCallback("/mykey/login", service)
        return router
    }
}
