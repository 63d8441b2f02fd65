import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("Attack 30: limits of one stranger at a dapp's back end")
struct CallbackLimitTests {
    private let cast: LoginCast
    private let store: SQLiteReplayStore

    init() throws {
        cast = try LoginCast()
        store = try SQLiteReplayStore.inMemory()
    }

    /// A login that is signed with another key than the account's.
    private func forged(uuID: String, account: LoginAccount? = nil) throws -> [UInt8] {
        var members = try cast.members(account, uuID: uuID)
        members["sign"] = .string(try EOSPrivateKey(Secp256k1PrivateKey()).sign(LoginCast.signedString(members)).text)
        return members.serialized()
    }

    @Test(
        "attack 30: 300 posts with one uuID cause 6 look-ups on the chain, and a right login with another uuID succeeds meanwhile"
    )
    func oneID() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        let login = try await service.beginLogin()
        var codes: [Int: Int] = [:]
        for round in 0..<300 {
            let account = try LoginAccount("stranger" + String(UnicodeScalar(UInt8(97 + round % 26))) + "1")
            codes[
                await service.receive(try forged(uuID: login.uuID, account: account), from: "192.0.2.1").reply.code,
                default: 0] += 1
        }
        #expect(keys.asked == 6)
        #expect(codes == [1013: 6, 1018: 294])
        let elsewhere = try forged(uuID: login.uuID, account: LoginAccount("stranger2"))
        #expect(
            await service.receive(elsewhere, from: "192.0.2.2").reply.code == 1013,
            "whoever else has the id is not kept out")
        let other = try await service.beginLogin()
        #expect(await service.receive(try cast.body(uuID: other.uuID), from: "192.0.2.1").login != nil)
        cast.clock.advance(by: .seconds(30))
        #expect(
            await service.receive(try cast.body(uuID: login.uuID), from: "192.0.2.1").login != nil,
            "and of this one half a minute later")
        #expect(keys.asked == 9)
    }

    @Test("attack 30: with 300 uuIDs one address causes 60 look-ups, and another address is not affected")
    func oneAddress() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        for round in 0..<100 {
            let login = try await service.beginLogin()
            // The addresses of one customer's network are one address.
            _ = await service.receive(try forged(uuID: login.uuID), from: "2001:db8::\(String(round, radix: 16))")
        }
        #expect(keys.asked == 60)
        let login = try await service.beginLogin()
        #expect(await service.receive(try cast.body(uuID: login.uuID), from: "2001:db8:0:1::1").login != nil)
    }

    @Test("attack 30: a login whose signature no key made, or whose two texts two keys signed, costs no look-up")
    func cheapFirst() async throws {
        let keys = try cast.keys
        let rules = CallbackRules(tagged: .required(domain: "dapp.example"), returning: .bound(to: ["demoscheme"]))
        let service = try cast.service(keys: keys, store: store, rules: rules)
        let login = try await service.beginLogin()
        var members = try cast.members(uuID: login.uuID)
        #expect(await service.receive(members.serialized()).refusal?.check == .tagged, "no text")
        func siwx(_ key: EOSPrivateKey, domain: String = "dapp.example", returns: String = "demoscheme://h") throws
            -> JSONValue
        {
            let message = try SignInMessage(
                domain: domain, account: AccountText(cast.eos.text), uri: "https://\(domain)/", chain: .eosMainNet,
                nonce: login.nonce, issuedAt: SignInTime(cast.clock.now),
                resources: [LoginReturn.url(returns).resource])
            return ["message": .string(message.text), "signature": .string(try key.sign(message.text).text)]
        }
        members["siwx"] = try siwx(EOSPrivateKey(Secp256k1PrivateKey()))
        #expect(await service.receive(members.serialized()).refusal?.check == .signature, "two keys")
        members["siwx"] = try siwx(cast.eosKey, domain: "mallory.example")
        #expect(await service.receive(members.serialized()).refusal?.check == .tagged, "another server")
        members["siwx"] = try siwx(cast.eosKey, returns: "mallory://h")
        #expect(await service.receive(members.serialized()).refusal?.check == .returning, "another program")
        members["siwx"] = try siwx(cast.eosKey)
        let sign = members["sign"]
        members["sign"] = "SIG_K1_nonsense"
        #expect(await service.receive(members.serialized()).refusal?.check == .signature, "no signature")
        #expect(keys.asked == 0)
        members["sign"] = sign
        #expect(await service.receive(members.serialized()).login != nil)
        #expect(keys.asked == 1)
    }

    @Test(
        "attack 30: an address has 50 pending logins and all have 20,000; an answered or expired login frees its place"
    )
    func pending() async throws {
        var limits = CallbackLimits()
        #expect(limits.pendingLoginsPerAddress == 50 && limits.pendingLogins == 20_000)
        limits.pendingLogins = 60
        let service = try cast.service(store: store, limits: limits)
        var first: PendingLogin?
        for _ in 0..<50 { first = try await service.beginLogin(from: "192.0.2.1") }
        await #expect(
            performing: { try await service.beginLogin(from: "192.0.2.1") },
            throws: { ($0 as? MYKEYServicesError)?.code == .tooMany })
        #expect(await service.receive(try cast.body(uuID: try #require(first).uuID)).login != nil)
        _ = try await service.beginLogin(from: "192.0.2.1")
        for _ in 0..<10 { _ = try await service.beginLogin(from: "192.0.2.2") }
        await #expect(
            performing: { try await service.beginLogin(from: "192.0.2.3") },
            throws: { ($0 as? MYKEYServicesError)?.code == .tooMany })
        cast.clock.advance(by: .seconds(601))
        for _ in 0..<50 { _ = try await service.beginLogin(from: "192.0.2.1") }
        #expect(
            try await service.beginLogin(lifetime: .seconds(1_000_000), from: "192.0.2.3").until == cast.clock.now
                + .seconds(3_600))
    }

    @Test(
        "attack 82: endless posts of an address are not read, those of others are, and so are its own later ones"
    )
    func posts() async throws {
        var limits = CallbackLimits()
        (limits.postsPerAddress, limits.postsPerSecond) = (3, 2)
        let service = try cast.service(store: store, limits: limits)
        func send(from caller: String) async throws -> Bool {
            try await service.receive(cast.body(uuID: service.beginLogin().uuID), from: caller).isThrottled
        }
        #expect(
            try await (0..<5).asyncMap { _ in try await send(from: "192.0.2.1") } == [false, false, false, true, true])
        #expect(try await send(from: "192.0.2.2") == false)
        cast.clock.advance(by: .seconds(1))
        #expect(try await (0..<3).asyncMap { _ in try await send(from: "192.0.2.1") } == [false, false, true])
        // A whole /48 is eight addresses.
        let taken = try await (0..<40).asyncMap { try await send(from: "2001:db8:7:\(String($0, radix: 16))::1") }
            .filter { !$0 }.count
        #expect(taken == 24)
    }

    @Test("attack 54: an IPv6 /48 does not use up the places of all logins, nor all look-ups")
    func networks() async throws {
        var limits = CallbackLimits()
        (limits.pendingLoginsPerAddress, limits.lookupsPerAddress) = (2, 3)
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store, limits: limits)
        var begun = 0
        for number in 0..<100
        where (try? await service.beginLogin(from: "2001:db8:7:\(String(number, radix: 16))::1")) != nil { begun += 1 }
        #expect(begun == 16, "as many as eight addresses")
        _ = try await service.beginLogin(from: "192.0.2.1")
        _ = try await service.beginLogin(from: "2001:db8:8::1")
        for number in 0..<50 {
            let login = try await service.beginLogin()
            _ = await service.receive(try forged(uuID: login.uuID), from: "2001:db8:7:\(String(number, radix: 16))::1")
        }
        #expect(keys.asked == 24)
        cast.clock.advance(by: .seconds(1))
        for number in 0..<20 {
            let login = try await service.beginLogin()
            _ = await service.receive(
                try forged(uuID: login.uuID), from: "2001:db8:7:\(String(number + 50, radix: 16))::1")
        }
        #expect(keys.asked == 32)
    }

    @Test("limits below 1 are refused by name")
    func validated() throws {
        #expect(try CallbackLimits().validated() == CallbackLimits())
        var limits = CallbackLimits()
        limits.lookupsAtOnce = 0
        let error = #expect(throws: MYKEYServicesError.self) { try limits.validated() }
        #expect(error?.field == "lookupsAtOnce")
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var all: [T] = []
        for element in self { all.append(try await transform(element)) }
        return all
    }
}
