import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent agrees on a session (OpenDID sheet 5.5, S1)")
struct SessionTests {
    private func propose(in world: TrustAgentWorld) async throws -> String {
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
        return opened.txId
    }

    private func send(_ half: ReqEcdh, in world: TrustAgentWorld, _ txID: String, id: String = "1") async throws
        -> _RequestEcdh
    {
        try await world.send(OpenDIDEndpoints.TAS.requestECDH, RequestEcdh(id: id, txId: txID, reqEcdh: half))
    }

    @Test("the answer is signed by the trust agent and names the client's first acceptable cipher")
    func agreed() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (half, _) = try await wallet.startSession(
            .device, ciphers: [.aes256ECB, .aes128CBC, .aes256CBC], at: world.now)
        let answer = try await send(half, in: world, propose(in: world))
        #expect(answer.accEcdh.cipherType == .aes128CBC)
        #expect(answer.accEcdh.server == "did:omn:tas")
        let report = try await VerificationPolicy.standard(for: .accEcdh)
            .verify(answer.accEcdh, at: world.now, resolver: world.services.registry)
        #expect(report.isValid)
        await world.stop()
    }

    @Test(
        "a client's endless nonce is refused in a fraction of the time that decoding it would take"
    )
    func endlessNonce() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let txID = try await propose(in: world)
        var half = try await wallet.startSession(.device, at: world.now).0
        half.clientNonce = "z" + String(repeating: "2", count: 40_000)
        let (clock, nonce, ready) = (ContinuousClock(), half.clientNonce, half)
        // The quickest of several: on a busy machine any one may wait.
        var (reading, answering) = (Duration.seconds(60), Duration.seconds(60))
        for _ in 0..<10 {
            reading = min(reading, clock.measure { _ = try? Multibase.decode(nonce) })
            answering = min(
                answering,
                await clock.measure {
                    await #expect(throws: Refusal.tas(16519)) { _ = try await send(ready, in: world, txID) }
                })
        }
        #expect(answering < reading / 2)
        await world.stop()
    }

    @Test(
        "attack 56: a session request from the far future is refused, so that its nonce need not be remembered until then"
    )
    func future() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let txID = try await propose(in: world)
        let half = try await wallet.startSession(.device, at: world.now).0
        func signed(ahead seconds: Int64) async throws -> ReqEcdh {
            try await half.signed(
                by: wallet.request(
                    .device, .keyagree, for: .keyAgreement, at: world.now.advanced(by: .seconds(seconds))))
        }
        for seconds in [86_401, 250_000_000_000] as [Int64] {
            let late = try await signed(ahead: seconds)
            await #expect(throws: Refusal.tas(16510)) { _ = try await send(late, in: world, txID) }
        }
        // Korean time that is printed as if it were UTC.
        _ = try await send(try await signed(ahead: 9 * 3_600), in: world, txID)
        await world.stop()
    }

    @Test("each fault of the client's session request has its code")
    func faults() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2),
            other = try await TestWallet.created(in: world, seed: 3)
        let txID = try await propose(in: world)
        let (good, _) = try await wallet.startSession(.device, at: world.now)

        func signed(
            _ change: (inout ReqEcdh) -> Void, key: DIDKeyName = .keyagree, purpose: ProofPurpose = .keyAgreement
        ) async throws -> ReqEcdh {
            var half = good
            change(&half)
            return try await half.signed(by: wallet.request(.device, key, for: purpose, at: world.now))
        }

        var altered = good
        altered.clientNonce = wallet.nonce()
        let stranger = try await other.startSession(.device, at: world.now).0
        let old = try await good.signed(
            by: wallet.request(.device, .keyagree, for: .keyAgreement, at: world.now.advanced(by: .seconds(-90_000))))
        var unreadable = good
        unreadable.publicKey = "?"
        let multibase = try await unreadable.signed(
            by: other.request(.device, .keyagree, for: .keyAgreement, at: world.now))
        let cases: [(String, ReqEcdh, Int)] = [
            ("altered", altered, 16510),
            (
                "without proof",
                ReqEcdh(
                    client: good.client, clientNonce: good.clientNonce, publicKey: good.publicKey, curve: good.curve),
                16510
            ),
            (
                "signed by another",
                try await good.signed(by: other.request(.device, .keyagree, for: .keyAgreement, at: world.now)), 16510
            ),
            ("another's DID", try await signed { $0.client = stranger.client }, 16510),
            ("no DID", try await signed { $0.client = "nobody" }, 16510),
            ("an unknown DID", try await signed { $0.client = "did:omn:nobody" }, 16510),
            ("another key", try await signed({ _ in }, key: .assert), 16510),
            ("another purpose", try await signed({ _ in }, purpose: .assertionMethod), 16510),
            ("stale", old, 16510),
            (
                "a short nonce", try await signed { $0.clientNonce = Multibase.encode([1, 2, 3], as: .base58btc) },
                16519
            ),
            ("no nonce", try await signed { $0.clientNonce = "" }, 16519),
            ("no cipher", try await signed { $0.candidate = ReqEcdh.Ciphers(ciphers: []) }, 12008),
            (
                "bad ciphers", try await signed { $0.candidate = ReqEcdh.Ciphers(ciphers: [.aes128ECB, .aes256ECB]) },
                12008
            ),
            ("no multibase", try await signed { $0.publicKey = "?\($0.publicKey)" }, 10001),
            ("no multibase, and signed by another", multibase, 16510),
            ("a short key", try await signed { $0.publicKey = Multibase.encode([2, 3], as: .base58btc) }, 12004),
            (
                "no point",
                try await signed {
                    $0.publicKey = Multibase.encode([2] + [UInt8](repeating: 0xFF, count: 32), as: .base58btc)
                }, 12004
            ),
        ]
        for (name, half, code) in cases {
            await #expect(throws: Refusal.tas(code), "\(name)") { _ = try await send(half, in: world, txID) }
        }
        // Nothing of it spoilt the transaction.
        _ = try await send(good, in: world, txID)
        await world.stop()
    }

    @Test("a repeated request gets the same answer, and another one for a completed step is refused")
    func repeated() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let txID = try await propose(in: world)
        let (half, _) = try await wallet.startSession(.device, at: world.now)
        let first = try await send(half, in: world, txID)
        #expect(try await send(half, in: world, txID) == first)
        await #expect(throws: Refusal.tas(16001)) { _ = try await send(half, in: world, txID, id: "2") }
        await world.stop()
    }

    @Test("a session request that was used in one transaction is refused in another")
    func replayed() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (half, _) = try await wallet.startSession(.device, at: world.now)
        _ = try await send(half, in: world, propose(in: world))
        let second = try await propose(in: world)
        await #expect(throws: Refusal.tas(16519)) { _ = try await send(half, in: world, second) }
        await world.stop()
    }

    @Test("unknown, premature and expired transactions have their own errors")
    func order() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (half, _) = try await wallet.startSession(.device, at: world.now)
        await #expect(throws: Refusal.tas(16000)) { _ = try await send(half, in: world, "4711") }
        let txID = try await propose(in: world)
        let seed = try await wallet.tokenSeed(in: world, .CREATE_DID)
        await #expect(throws: Refusal.tas(16001)) {
            let _: _RequestCreateToken = try await world.send(
                OpenDIDEndpoints.TAS.requestCreateToken, RequestCreateToken(id: "1", txId: txID, seed: seed))
        }
        world.advance(seconds: 86_401)
        let (late, _) = try await wallet.startSession(.device, at: world.now)
        await #expect(throws: Refusal.tas(16002)) { _ = try await send(late, in: world, txID) }
        await world.stop()
    }

    @Test("a missing member and a body that is not JSON have different errors")
    func bodies() async throws {
        let world = try await TrustAgentWorld()
        await #expect(throws: Refusal("9999", 500)) {
            _ = try await world.bytes(OpenDIDEndpoints.TAS.requestECDH, Array(#"{"id":"1","txId":"2"}"#.utf8))
        }
        await #expect(throws: Refusal.tas(12004, 500)) {
            _ = try await world.bytes(OpenDIDEndpoints.TAS.requestECDH, Array("{".utf8))
        }
        await world.stop()
    }
}
