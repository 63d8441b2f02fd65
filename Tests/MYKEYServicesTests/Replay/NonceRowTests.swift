import Foundation
import GRDB
import HeraldKeys
import MYKEYWire
import Synchronization
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("The rows of sign-in challenges")
struct NonceRowTests {
    @Test("attack 30: a used challenge leaves no row, also if the sign-in fails, and an invented one causes no write")
    func rows() async throws {
        let folder = try TemporaryFolder()
        let statements = Mutex<[String]>([])
        let store = try SQLiteReplayStore(path: folder.path("replay.sqlite")) { text in
            statements.withLock { $0.append(text) }
        }
        defer { store.close() }
        let cast = try LoginCast()
        let keys = try cast.keys
        keys.set(cast.eos, nil)
        let service = SignInService(domain: "dapp.example", keys: keys, store: store, now: cast.clock.read)
        for _ in 0..<3 {
            let challenge = try await service.challenge()
            let message = try service.message(for: cast.eos, challenge)
            let signature = try cast.eosKey.sign(message.text).text
            for check in [SignInFailure.Check.noKey, .nonce] {
                let error = await #expect(throws: SignInFailure.self) {
                    try await service.signIn(message.text, signature: signature, session: challenge.session)
                }
                #expect(error?.check == check)
            }
        }
        let plain = try DatabaseQueue(path: folder.path("replay.sqlite"))
        #expect(try await plain.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mykey_nonce") } == 0)

        let session = LoginSession(random: [UInt8](repeating: 1, count: 16))
        statements.withLock { $0.removeAll() }
        #expect(try await store.spend(nonce: "inventedNonce1", for: session, now: cast.clock.now) == false)
        let seen = statements.withLock { $0 }
        #expect(seen.contains { $0.contains("mykey_nonce") })
        #expect(!seen.contains { $0.contains("DELETE") || $0.contains("IMMEDIATE") }, "\(seen)")
    }
}
