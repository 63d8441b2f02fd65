import HeraldJSON
import HeraldKeys
import MYKEYServices
import TestSupport
import Testing

@Suite("The validity of a login over time")
struct LoginStandsTests {
    @Test("a login is valid until its key is replaced or frozen, and a node that is down gives no result")
    func stands() async throws {
        let cast = try LoginCast()
        for account in [cast.eos, cast.ethereum] {
            let keys = try cast.keys
            let service = try cast.service(keys: keys, store: try SQLiteReplayStore.inMemory())
            try await service.bind(uuID: "user-1")
            let login = try #require(await service.receive(try cast.bound(account).serialized()).login)
            let reserved = account == cast.eos ? try cast.eosReserved : cast.ethereumReserved
            #expect(login.key == reserved.text)
            #expect(try await service.stands(login))
            keys.set(account, ReservedKey(reserved.key, isFrozen: true))
            #expect(try await !service.stands(login))
            keys.set(
                account,
                account == cast.eos
                    ? ReservedKey(.eos(EOSPublicKey(Secp256k1PrivateKey().publicKey)), isFrozen: false)
                    : ReservedKey(.ethereum(Secp256k1PrivateKey().publicKey.ethereumAddress), isFrozen: false))
            #expect(try await !service.stands(login))
            keys.set(account, nil)
            #expect(try await !service.stands(login))
            keys.setDown(true)
            await #expect(throws: MYKEYServicesError.self) { try await service.stands(login) }
        }
    }

    @Test("a login that signs the same text with a shifted field boundary is refused")
    func shiftedBoundary() async throws {
        let cast = try LoginCast()
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: try SQLiteReplayStore.inMemory())
        let pending = try await service.beginLogin()
        var members = try cast.members(uuID: pending.uuID)
        let shorter = try LoginAccount("mykeydocte")
        keys.set(shorter, try cast.eosReserved)
        members["account"] = "mykeydocte"
        members["uuID"] = .string("st" + pending.uuID)
        #expect(LoginCast.signedString(members) == "\(cast.clock.now)mykeydoctest\(pending.uuID)mykey")
        #expect(await service.receive(members.serialized()).refusal?.check == .uuid)
        #expect(keys.asked == 0)
    }
}
