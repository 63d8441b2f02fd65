import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("Callback decisions: the fields")
struct CallbackFieldTests {
    private let cast: LoginCast
    private let uuID = "31128043-36ae-4d2a-a78c-76dab7ab95f8"

    init() throws { cast = try LoginCast() }

    private func decide(_ body: [UInt8], expected: [String]? = nil, used: [String] = []) throws -> CallbackDecision {
        let reserved: [LoginAccount: ReservedKey] = [
            cast.eos: try cast.eosReserved, cast.ethereum: cast.ethereumReserved,
        ]
        let context = CallbackContext(
            now: cast.clock.now, rules: CallbackRules(dappKeys: ["KEY"]), expectedUUIDs: expected ?? [uuID],
            usedOneTimeUUIDs: used)
        return CallbackVerifier.decide(body, in: context) { reserved[$0].map { .known($0) } ?? .absent }
    }

    @Test(
        "a timestamp is decimal digits without sign and leading zero, as a text or a number",
        arguments: [
            "-1760000000", "+1760000000", " 1760000000", "1760000000 ", "1760000000.0", "1.76e9", "0x68E77800",
            "１７６００００００００", "",
            "99999999999999999999", "1760000000\u{0}",
        ])
    func timestampText(_ text: String) throws {
        let check = try decide(try cast.body(uuID: uuID) { $0["timestamp"] = .string(text) }).refusal?.check
        #expect(check == (text.isEmpty ? .fieldMissing : .timestamp))
    }

    @Test(
        "a timestamp that is a number must be written as a whole number",
        arguments: ["1760000000.0", "1.76e9", "-1760000000", "-0", "176000000000000000000000"])
    func timestampNumber(_ number: String) throws {
        let body = try cast.body(uuID: uuID) { $0["timestamp"] = "@" }
        let text = String(decoding: body, as: UTF8.self).replacing("\"@\"", with: number)
        #expect(try decide(Array(text.utf8)).refusal?.check == .timestamp)
    }

    @Test(
        "the time window includes both of its ends",
        arguments: [
            (-300, nil), (-301, .stale), (30, nil), (31, .future), (1_758_000_000_000, .future),
        ] as [(Int64, CallbackRefusal.Check?)])
    func window(_ shift: Int64, _ check: CallbackRefusal.Check?) throws {
        let decision = try decide(try cast.body(uuID: uuID) { $0["timestamp"] = .int(cast.clock.now.seconds + shift) })
        #expect(decision.refusal?.check == check)
    }

    @Test("a number is signed with its own digits")
    func numberTimestamp() throws {
        #expect(try decide(try cast.body(uuID: uuID) { $0["timestamp"] = .int(cast.clock.now.seconds) }).login != nil)
    }

    @Test("a chain that is null or empty counts as absent, and a lower-case name is not a chain")
    func chains() throws {
        for absent: JSONValue? in [nil, .null, "", "ANY"] {
            #expect(try decide(try cast.body(uuID: uuID) { $0["chain"] = absent }).login != nil)
            #expect(try decide(try cast.body(cast.ethereum, uuID: uuID) { $0["chain"] = absent }).login != nil)
        }
        #expect(try decide(try cast.body(uuID: uuID) { $0["chain"] = "eos" }).refusal?.check == .chain)
        #expect(try decide(try cast.body(uuID: uuID) { $0["chain"] = "ETH" }).refusal?.check == .account)
        #expect(try decide(try cast.body(cast.ethereum, uuID: uuID) { $0["chain"] = "EOS" }).refusal?.check == .account)
    }

    @Test(
        "an account must be well formed",
        arguments: ["abcdefghijklm", "abc.", "abc0", "ABC", "", "0x1234", "mykeydoctest ", "ａｂｃ"])
    func accounts(_ text: String) throws {
        let check = try decide(
            try cast.body(uuID: uuID) {
                $0["account"] = .string(text); $0["chain"] = nil
            }
        ).refusal?.check
        #expect(check == (text.isEmpty ? .fieldMissing : .account))
    }

    @Test("an Ethereum account with wrong mixed case is refused, and its case is signed as given")
    func addressCase() throws {
        let lower = cast.ethereum.text.lowercased()
        #expect(try decide(try cast.body(cast.ethereum, uuID: uuID) { $0["account"] = .string(lower) }).login != nil)
        var swapped = try cast.members(cast.ethereum, uuID: uuID)
        swapped["account"] = .string(lower)
        #expect(try decide(swapped.serialized()).refusal?.check == .signature)
        let wrong = try #require(cast.ethereum.text.firstIndex { $0.isLetter && $0 != "x" })
        var text = cast.ethereum.text
        let letter = text[wrong]
        text.replaceSubrange(wrong...wrong, with: letter.isUppercase ? letter.lowercased() : letter.uppercased())
        #expect(
            try decide(try cast.body(cast.ethereum, uuID: uuID) { $0["account"] = .string(text) }).refusal?.check
                == .account)
    }

    @Test("a uuID is matched exactly, apart from the letter case of UUIDs")
    func uuIDs() throws {
        #expect(try decide(try cast.body(uuID: uuID.uppercased())).login != nil)
        #expect(try decide(try cast.body(uuID: "Abc"), expected: ["abc"]).refusal?.check == .uuid)
        #expect(try decide(try cast.body(uuID: "abc"), expected: ["abc"]).login != nil)
        #expect(try decide(try cast.body(uuID: uuID + "\u{0}x")).refusal?.check == .uuid)
        #expect(try decide(try cast.body(uuID: " " + uuID)).refusal?.check == .uuid)
    }

    @Test("canonically equivalent texts are different texts")
    func equivalentTexts() throws {
        #expect(try decide(try cast.body(uuID: "e\u{301}"), expected: ["\u{E9}"]).refusal?.check == .uuid)
        #expect(
            try decide(try cast.body(uuID: uuID, protocol: "MY\u{212A}EYSimple")).refusal?.check == .protocolUnknown)
        let binding = try cast.body(uuID: uuID, protocol: "MYKEY") { $0["dapp_key"] = "\u{212A}EY" }
        #expect(try decide(binding).refusal?.check == .dappKey)
        #expect(try decide(try cast.body(uuID: uuID, protocol: "MYKEY") { $0["dapp_key"] = "KEY" }).login != nil)
    }

    @Test("a one-time uuID that was used counts as used in any letter case")
    func usedInAnyCase() throws {
        let body = try cast.body(uuID: uuID.uppercased(), protocol: "SimpleWallet")
        #expect(try decide(body, used: [uuID]).refusal?.check == .usedUUID)
        #expect(
            try decide(try cast.body(uuID: uuID), used: [uuID]).login != nil, "in light mode a uuID may be used again")
    }

    @Test("a repeated member, two values, more than 16 KiB and other kinds of JSON are not a body")
    func forms() throws {
        let body = try cast.body(uuID: uuID)
        let text = String(decoding: body, as: UTF8.self)
        let twice = text.dropLast() + ",\"account\":\"mykeydoctest\"}"
        let escapedTwice = text.dropLast() + ",\"\\u0061ccount\":\"mykeydoctest\"}"
        let long = text.dropLast() + ",\"extra\":\"" + String(repeating: "x", count: 16 << 10) + "\"}"
        for bad in [
            "", "[]", "null", "\"x\"", "{}", text + text, String(twice), String(escapedTwice), String(long),
            String(text.dropLast()),
        ] {
            #expect(try decide(Array(bad.utf8)).refusal?.check == .fieldMissing)
        }
        let room = (16 << 10) - body.count - 11
        let full = text.dropLast() + ",\"extra\":\"" + String(repeating: "x", count: room) + "\"}"
        #expect(full.utf8.count == 16 << 10)
        #expect(try decide(Array(full.utf8)).login != nil)
    }

    @Test("a reason is one line of printable text, whatever the sender wrote")
    func reasons() throws {
        let name = "x\\n\\u001b[31m code=0"
        let body = Array("{\"\(name)\":1,\"\(name)\":2}".utf8)
        let reason = try #require(try decide(body).refusal?.reason)
        #expect(reason.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
    }

    @Test("public keys and unknown members of the body have no effect")
    func ignored() throws {
        let stranger = EOSPrivateKey(Secp256k1PrivateKey())
        var forged = try cast.members(uuID: uuID) {
            $0["public_key"] = .string(stranger.publicKey?.text ?? ""); $0["extra"] = ["x": 1]
        }
        #expect(try decide(forged.serialized()).login != nil)
        forged["sign"] = .string(try stranger.sign(LoginCast.signedString(forged)).text)
        #expect(try decide(forged.serialized()).refusal?.check == .signature)
    }

    @Test("the signature covers each signed field")
    func tampered() throws {
        let changes: [(String, JSONValue)] = [
            ("timestamp", .string("\(cast.clock.now + .seconds(1))")), ("account", "mykeydoctes2"),
            ("uuID", .string(uuID.uppercased())), ("ref", "mykey2"),
        ]
        let reserved = try cast.eosReserved
        let context = CallbackContext(
            now: cast.clock.now, rules: CallbackRules(allowedRefs: ["mykey", "mykey2"]), expectedUUIDs: [uuID])
        for (name, value) in changes {
            var members = try cast.members(uuID: uuID)
            members[name] = value
            let decision = CallbackVerifier.decide(members.serialized(), in: context) { _ in .known(reserved) }
            #expect(decision.refusal?.check == .signature, "\(name)")
        }
    }

    @Test("a signature that is not canonical, or of the other chain, is refused")
    func signatures() throws {
        var members = try cast.members(uuID: uuID)
        let signature = try EOSSignature(text: members["sign"]?.stringValue ?? "")
        let numbers = try RecoverableSignature(r: signature.r, s: signature.s, recoveryID: signature.recoveryID ?? 0)
        let order = try Hex.decode("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141")
        var borrow = 0
        let high = zip(order, numbers.s).reversed().map { n, s -> UInt8 in
            let difference = Int(n) - Int(s) - borrow
            borrow = difference < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: difference & 0xFF)
        }
        let flipped = EOSSignature(
            try RecoverableSignature(r: numbers.r, s: Array(high.reversed()), recoveryID: numbers.recoveryID ^ 1))
        members["sign"] = .string(flipped.text)
        #expect(try decide(members.serialized()).refusal?.check == .signature)
        members["sign"] = .string(try cast.signature(over: LoginCast.signedString(members), cast.ethereum))
        #expect(try decide(members.serialized()).refusal?.check == .signature)
    }

    @Test("a reply names only the failed check, and nothing prints a signature")
    func quiet() throws {
        let body = try cast.body(uuID: "not expected")
        let decision = try decide(body)
        #expect(decision.reply.message == "uuid")
        let claim = try CallbackVerifier.read(body, now: cast.clock.now, rules: CallbackRules())
        var dumped = ""
        dump(claim, to: &dumped)
        #expect(!dumped.contains("SIG_K1_") && !"\(claim)".contains("SIG_K1_"))
    }
}
