import Foundation
import HeraldJSON
import HeraldKeys
import HeraldP256
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire
import SDNSDK

extension DocExamples {
    static func event(_ raw: [UInt8]) throws {
        let event = try MXEvent(raw: raw)   // the JSON text of an event, as a node sends it
        print(event.type, event.sender, event.timelineContent.body ?? "")
    }

    static func credentials(_ storedToken: String) async throws {
        let credentials = MXCredentials(
            node: "https://node.example.org", userId: "@ann:node.example.org", accessToken: storedToken)
        let client = MXRestClient(credentials: credentials)
        print(try await client.joinedRooms())
    }

    static func roomState(_ events: [MXEvent]) -> Bool {
        let state = MXRoomState(roomId: "!room:node.example.org", events: events)
        print(state.name ?? "", state.members.joinedMembers.count)
        let mayTalk = state.powerLevels.powerLevelOfUser(withUserID: "@ann:node.example.org") >= state.powerLevels.eventsDefault
        return mayTalk
    }

    static func store(_ store: some MXStore) async throws {
        let names = try await store.read { try $0.rooms().map(\.displayName) }
        let waiting = try await store.read { try $0.outgoingMessages().count }
        print(names, waiting)
    }

    static func peeking(_ session: MXSession) async throws {
        let room = try await session.peek(inRoom: "#news:node.example.org")
        for event in try await room.paginate(50) { print(event.sender, event.type) }
        let newOnes = try await room.refresh()
        print(newOnes.count)
    }

    static func recoverable(_ text: String) throws {
        let signature = try RecoverableSignature(text: text, rules: .strict)   // 0x and 130 hexadecimal digits
        let signer = try signature.recoverPublicKey(digest: PersonalMessage.digest("Hello"))
        print(signer.ethereumAddress, signature.isLowS)
    }

    static func p256Public(_ multibase: String, _ signature: CompactSignature, _ digest: [UInt8]) throws {
        let key = try P256PublicKey(bytes: Multibase.decode(multibase).bytes)   // 33 or 65 bytes
        print(key.verify(signature, digest: digest))
    }

    static func signInMessage(_ text: String, _ nonce: String, _ now: SignInTime) throws {
        let message = try SignInMessage(text: text)   // throws for a text that EIP-4361 does not allow
        let context = SignInContext(domain: "harbour.example", nonce: nonce, now: now, chain: message.chain)
        if let refusal = message.refusal(in: context) { print(refusal) } else { print(message.account) }
    }

    static func verifier(_ body: [UInt8], _ now: UnixTime, _ key: ReservedKey, _ rules: CallbackRules) throws {
        let claim = try CallbackVerifier.read(body, now: now, rules: rules)
        try CallbackVerifier.check(claim, key: .known(key))   // a CallbackRefusal says what is wrong
        print(claim.account, claim.uuID)
    }

    static func replayStore(_ keys: CachingKeySource, _ rules: CallbackRules) async throws {
        let store = try SQLiteReplayStore(path: "logins.sqlite")
        let service = CallbackService(rules: rules, keys: keys, store: store)
        print(try await service.beginLogin().uuID)
    }

    static func mykeyWallet(_ url: URL) {
        let start = InitSimpleRequest()
        start.dappName = "Harbour"
        start.scheme = "demoscheme"
        MYKEYWallet.shared.initWalletSimple(initSimpleData: start)
        MYKEYWallet.shared.handleUrl(url: url)   // when the wallet opens the dapp again
    }
}
