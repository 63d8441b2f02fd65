import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import Testing

@Suite("Posts of a wallet after sign, transfer and transaction")
struct SignVerifierTests {
    private let cast: LoginCast

    init() throws { cast = try LoginCast() }

    private func body(_ account: LoginAccount, _ message: String, _ signature: String, ref: String = "mykey") throws
        -> [UInt8]
    {
        SignCallback(
            protocol: .simple, message: message, sign: signature, ref: ref, account: try AccountText(account.text)
        ).json()
    }

    private func refusal(
        _ body: [UInt8], _ message: String, _ account: LoginAccount, _ key: KeyFinding,
        _ rule: EthereumMessageRule = .hashedFirst
    ) -> CallbackRefusal.Check? {
        do {
            try SignVerifier.check(body, message: message, account: account, key: key, rule: rule)
            return nil
        } catch {
            return error.check
        }
    }

    @Test("on EOS the text itself is signed")
    func eos() throws {
        let key = KeyFinding.known(try cast.eosReserved)
        let signed = try body(cast.eos, "order 7", try cast.eosKey.sign("order 7").text)
        #expect(refusal(signed, "order 7", cast.eos, key) == nil)
        #expect(refusal(signed, "order 8", cast.eos, key) == .signature)
        #expect(refusal(signed, "order 7", cast.ethereum, key) == .account)
        #expect(refusal(signed, "order 7", cast.eos, .absent) == .noKey)
        #expect(refusal(signed, "order 7", cast.eos, .unavailable("down")) == .upstream)
        #expect(
            refusal(signed, "order 7", cast.eos, .known(ReservedKey(try cast.eosReserved.key, isFrozen: true)))
                == .frozen)
        #expect(
            refusal(
                try body(cast.eos, "order 7", try cast.eosKey.sign("order 7").text, ref: "x"), "order 7", cast.eos, key)
                == .ref)
        #expect(
            refusal(try body(cast.eos, "order 7", try cast.eosKey.sign("order 8").text), "order 7", cast.eos, key)
                == .signature)
        #expect(refusal([], "order 7", cast.eos, key) == .fieldMissing)
    }

    @Test("on Ethereum the bytes are hashed first, or not, as the server says")
    func ethereum() throws {
        let key = KeyFinding.known(cast.ethereumReserved)
        let message = "0x6f726465722037"
        let hashed = try PersonalMessage.sign(Keccak256.hash(Array("order 7".utf8)), with: cast.ethereumKey).text()
        let direct = try PersonalMessage.sign("order 7", with: cast.ethereumKey).text()
        #expect(refusal(try body(cast.ethereum, message, hashed), message, cast.ethereum, key) == nil)
        #expect(refusal(try body(cast.ethereum, message, hashed), message, cast.ethereum, key, .direct) == .signature)
        #expect(refusal(try body(cast.ethereum, message, direct), message, cast.ethereum, key, .direct) == nil)
        #expect(refusal(try body(cast.ethereum, message, direct), message, cast.ethereum, key) == .signature)
        #expect(
            refusal(try body(cast.ethereum, "order 7", direct), "order 7", cast.ethereum, key) == .signature, "not 0x")
    }

    @Test("the body of a transfer, a transaction or a sign gives no login")
    func otherBodies() async throws {
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        let account = try AccountText(cast.eos.text)
        let transfer = TransactionCallback(
            protocol: .simple, transactionID: String(repeating: "a", count: 64), account: account
        ).json()
        #expect(await service.receive(transfer).refusal?.check == .fieldMissing)
        #expect(
            await service.receive(try body(cast.eos, "order 7", try cast.eosKey.sign("order 7").text)).refusal?.check
                == .fieldMissing)
    }
}
