import HeraldJSON
import HeraldKeys
import MYKEYWire
import TestSupport
import Testing

@Suite("Login callbacks (MYKEY sheet 4.1, 4.2)")
struct LoginCallbackTests {
    @Test("the body is written in the seed's order, with the timestamp as text and dapp_key by protocol")
    func spelling() throws {
        let rest =
            #""uuID":"\#(Samples.uuid)","sign":"SIG_K1_x","ref":"mykey","timestamp":"1606900362","account":"mykeydoctest","chain":"EOS"}"#
        #expect(
            Samples.text(try Samples.login(.mykey).signed("SIG_K1_x").json())
                == #"{"protocol":"MYKEY","version":"1.0","dapp_key":"9mDxSbyR","# + rest)
        #expect(
            Samples.text(try Samples.login(.simple).signed("SIG_K1_x").json())
                == #"{"protocol":"MYKEYSimple","version":"1.0","dapp_key":"","# + rest)
        #expect(
            Samples.text(try Samples.login(.simpleWallet).signed("SIG_K1_x").json())
                == #"{"protocol":"SimpleWallet","version":"1.0","# + rest)
        let tagged = try Samples.login().signed("s", siwx: TaggedLogin(message: "m\n", signature: "t"))
        #expect(Samples.text(tagged.json()).hasSuffix(#","siwx":{"message":"m\n","signature":"t"}}"#))
    }

    @Test("a written text is read back")
    func roundTrip() throws {
        for speaks in MYKEYProtocol.allCases {
            for account in ["mykeydoctest", "a", "x.y.z.1.2.3.", Samples.address].filter({ !$0.hasSuffix(".") }) {
                let body = try Samples.login(speaks, account: account).signed(
                    "s\"", siwx: TaggedLogin(message: "m", signature: "t"))
                #expect(try LoginCallback(json: body.json()) == body)
                #expect(try CallbackBody(json: body.json()) == .login(body))
                #expect(
                    try LoginCallback(json: body.json()).unsigned == Samples.login(speaks, account: account).unsigned)
            }
        }
    }

    @Test("the signed texts and their digests equal those of the published logins and of all others")
    func eosVectors() throws {
        for vector in try VectorFiles.vectors("eos.json", kind: "login") {
            let text = LoginText.joined(
                timestamp: try vector.string("timestamp"), account: try vector.string("account"),
                uuID: try vector.string("uuID"),
                ref: try vector.string("ref"), mykeyUID: try vector.optionalString("mykeyUID") ?? "")
            #expect(try text == vector.string("unsigned"))
            #expect(try Hex.encode(LoginText.eosDigest(text)) == vector.string("sha256"))
        }
    }

    @Test("on Ethereum the text is hashed before it is signed as a personal message")
    func ethereumVectors() throws {
        for vector in try VectorFiles.vectors("ethereum.json", kind: "login_eth") {
            let text = LoginText.joined(
                timestamp: try vector.string("timestamp"), account: try vector.string("account"),
                uuID: try vector.string("uuID"),
                ref: try vector.string("ref"), mykeyUID: try vector.optionalString("mykeyUID") ?? "")
            #expect(try text == vector.string("unsigned"))
            let plain = { (name: String) in try vector.string(name).replacing("0x", with: "") }
            #expect(try Hex.encode(LoginText.ethereumHash(text)) == plain("inner_keccak"))
            #expect(try Hex.encode(LoginText.ethereumDigest(text)) == plain("digest"))
        }
    }

    @Test(
        "every body of the vectors is read, except those that lack a field", arguments: ["eos.json", "ethereum.json"])
    func bodies(file: String) throws {
        let needed = ["protocol", "version", "uuID", "sign", "ref", "timestamp", "account"]
        for vector in try VectorFiles.vectors(file, kind: "callback") {
            let body = try vector.object("body")
            let isWhole = needed.allSatisfy { key in body.value[key].map { !$0.isNull && $0 != "" } ?? false }
            let bytes = JSONValue.object(body.value).serialized()
            guard isWhole else {
                #expect(refusal { () throws(MYKEYError) in try LoginCallback(json: bytes) } == .missing)
                continue
            }
            let read = try LoginCallback(json: bytes)
            #expect(
                try read.protocolName == body.string("protocol") && read.uuID == body.string("uuID")
                    && read.sign == body.string("sign"))
            #expect(try read.account == body.string("account") && read.chain == body.optionalString("chain"))
            let timestamp = try body.value("timestamp")
            #expect(read.timestamp.isNumber == (timestamp.kind == .number))
            #expect(read.timestamp.text == timestamp.stringValue ?? timestamp.intValue.map { "\($0)" })
        }
    }

    @Test(
        "a field that is absent, null, empty or of another kind is refused by its name",
        arguments: ["protocol", "version", "uuID", "sign", "ref", "timestamp", "account"])
    func fields(name: String) throws {
        let whole = try JSONValue(parsing: Samples.login(.mykey).signed("s").json())
        for (value, code) in [
            (nil, MYKEYError.Code.missing), (.null, .missing), ("", .missing), (true, .wrongKind), ([], .wrongKind),
        ] as [(JSONValue?, MYKEYError.Code)] {
            var body = whole
            body[name] = value
            do throws(MYKEYError) {
                _ = try LoginCallback(json: body.serialized())
                Issue.record("accepted")
            } catch {
                #expect(error.code == code && error.field == name)
            }
        }
    }

    @Test("a repeated member, a longer body, an array and a broken tagged login are refused")
    func refused() throws {
        let body = Samples.text(try Samples.login().signed("s").json())
        let opened = body.dropLast()
        #expect(
            refusal { () throws(MYKEYError) in try LoginCallback(json: Array((opened + #","account":"bob"}"#).utf8)) }
                == .json)
        #expect(refusal { () throws(MYKEYError) in try LoginCallback(json: Array("[\(body)]".utf8)) } == .wrongKind)
        #expect(
            refusal { () throws(MYKEYError) in try LoginCallback(json: Array((opened + #","siwx":"x"}"#).utf8)) }
                == .wrongKind)
        #expect(
            refusal { () throws(MYKEYError) in
                try LoginCallback(json: Array((opened + #","siwx":{"message":"m"}}"#).utf8))
            } == .missing)
        let padding = Array(repeating: UInt8(ascii: " "), count: MYKEYLimits.callbackBytes - body.utf8.count)
        #expect(refusal { () throws(MYKEYError) in try LoginCallback(json: Array(body.utf8) + padding) } == nil)
        #expect(
            refusal { () throws(MYKEYError) in try LoginCallback(json: Array(body.utf8) + padding + [0x20]) }
                == .tooLong)
    }

    @Test("public_key and unknown members are ignored")
    func ignored() throws {
        let body = try Samples.login().signed("s")
        let more = Samples.text(body.json()).dropLast() + #","public_key":7,"extra":{"x":[1,{}]}}"#
        #expect(try LoginCallback(json: Array(more.utf8)) == body)
    }

    @Test(
        "a timestamp keeps its digits, and only canonical ones are seconds",
        arguments: [
            (#""1606900362""#, "1606900362", Int64?(1_606_900_362)), ("1606900362", "1606900362", 1_606_900_362),
            ("1.0e3", "1.0e3", nil), (#""01""#, "01", nil), ("0", "0", 0),
            (#""+1""#, "+1", nil), (#"" 1""#, " 1", nil), ("-1", "-1", nil),
            (#""9223372036854775808""#, "9223372036854775808", nil), (#""١""#, "١", nil),
            (#""1606900362000""#, "1606900362000", 1_606_900_362_000),
        ])
    func timestamp(written: String, text: String, seconds: Int64?) throws {
        let body = try JSONValue(parsing: Samples.login().signed("s").json())
        let json = Samples.text(body.serialized()).replacing(#""1606900362""#, with: written)
        let read = try LoginCallback(json: Array(json.utf8))
        #expect(read.timestamp.text == text && read.timestamp.time?.seconds == seconds && read.unsigned.hasPrefix(text))
    }

    @Test("a statement that a server would refuse is not created")
    func statements() throws {
        let account = try AccountText("bob")
        #expect(
            refusal { () throws(MYKEYError) in
                try LoginStatement(protocol: .mykey, uuID: "u", timestamp: UnixTime(seconds: 1), account: account)
            } == .missing)
        #expect(
            refusal { () throws(MYKEYError) in
                try LoginStatement(protocol: .simple, uuID: "", timestamp: UnixTime(seconds: 1), account: account)
            } == .missing)
        #expect(
            refusal { () throws(MYKEYError) in
                try LoginStatement(
                    protocol: .simple, uuID: "u", ref: "", timestamp: UnixTime(seconds: 1), account: account)
            } == .missing)
        #expect(
            refusal { () throws(MYKEYError) in
                try LoginStatement(protocol: .simple, uuID: "u", timestamp: UnixTime(seconds: -1), account: account)
            } == .value)
        #expect(
            try LoginStatement(
                protocol: .simple, dappKey: "k", uuID: "u", timestamp: UnixTime(seconds: 1), account: account
            ).dappKey
                == nil)
    }

    @Test("the account's key signs the digest, and the signature verifies")
    func signing() throws {
        let login = try Samples.login(account: Samples.address)
        let key = try Secp256k1PrivateKey(hex: String(repeating: "17", count: 32))
        let signature = try key.sign(digest: login.signedDigest)
        #expect(
            try PersonalMessage.recoverAddress(LoginText.ethereumHash(login.unsigned), signature: signature)
                == key.publicKey.ethereumAddress)
        let eos = try Samples.login()
        #expect(eos.signedDigest == HeraldSHA256.hash(Array("1606900362mykeydoctest\(Samples.uuid)mykey".utf8)))
    }

    @Test("neither description nor dump shows a signature")
    func secrets() throws {
        let body = try Samples.login().signed(
            "SIG_K1_secret", siwx: TaggedLogin(message: "m", signature: "SIG_K1_secret"))
        let sign = SignCallback(protocol: .simple, message: "m", sign: "SIG_K1_secret", account: try AccountText("bob"))
        for value in [body, CallbackBody.login(body), sign, CallbackBody.sign(sign), body.siwx as Any] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!"\(value)\(dumped)\(String(reflecting: value))".contains("secret"))
        }
    }
}
