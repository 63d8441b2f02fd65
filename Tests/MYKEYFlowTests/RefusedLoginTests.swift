import HeraldJSON
import HeraldKeys
import MYKEYLocalServers
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire
import Testing

@Suite("MYKEY logins that are refused, over HTTP")
struct RefusedLoginTests {
    @Test("a replayed login is refused, and a repeated post gets its reply without a second login")
    func replay() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let user = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
            try await world.loginServer.service.bind(uuID: user)
            let body = try await world.interceptedBody(uuID: user, bound: user)
            #expect(try await world.post(body).code == 0)
            #expect(try await world.post(body).code == 0, "the same bytes: the wallet tries again")
            let other = try changed(body) { $0["public_key"] = "EOS1" }
            #expect(try await world.post(other).code == 1012)
            #expect(world.logins.all.count == 1)
        }
    }

    @Test("a login's uuID is valid for one answer, and another signature over it is refused")
    func usedTwice() async throws {
        try await FlowWorld.run(returning: .stockWallets) { world in
            let login = try await world.loginServer.service.beginLogin()
            let (first, second) = (
                try await world.interceptedBody(uuID: login.uuID),
                try await world.interceptedBody(uuID: login.uuID, chain: .eth)
            )
            #expect(try await world.post(first).code == 0)
            #expect(try await world.post(second).code == 1011)
            #expect(world.logins.all.map(\.account) == [world.accounts.eos?.account])
        }
    }

    @Test("a changed account, time, uuID or wallet name breaks the signature or the expectation")
    func changedFields() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            let mallory = Secp256k1PrivateKey()
            world.chain.setEOS("mykeydoctesu", key: EOSPublicKey(mallory.publicKey))
            let account = try changed(body) { $0["account"] = "mykeydoctesu" }
            #expect(try await world.post(account).code == 1015, "another account, which the chain knows")
            #expect(try await world.post(try changed(body) { $0["account"] = "nobodyatall1" }).code == 1013)
            let time = try changed(body) { value in
                let seconds = try #require(Int64(value["timestamp"]?.stringValue ?? ""))
                value["timestamp"] = .string("\(seconds - 1)")
            }
            #expect(try await world.post(time).code == 1015)
            #expect(
                try await world.post(try changed(body) { $0["uuID"] = "e9467118-9321-4916-8153-4a5a9087e51e" }).code
                    == 1010)
            #expect(try await world.post(try changed(body) { $0["ref"] = "mykez" }).code == 1004)
            #expect(world.logins.all.isEmpty)
            #expect(try await world.post(body).code == 0, "what was signed is still good")
        }
    }

    @Test("a signature that is not canonical is refused, although it is by the key and over the text")
    func notCanonical() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            let twin = try changed(body) { value in
                let good = try EOSSignature(text: value["sign"]?.stringValue ?? "")
                value["sign"] = .string(try Self.twin(of: good).text)
            }
            #expect(try await world.post(twin).code == 1015)
            #expect(world.logins.all.isEmpty)
        }
    }

    @Test(
        "another dapp's login that is passed on to this server is refused, because the signed text names the other dapp"
    )
    func foreignDapp() async throws {
        try await FlowWorld.run { world in
            try await FlowWorld.run { stranger in
                // The stranger asks with an id that is pending here, and passes on what the victim's wallet posts to it.
                let login = try await world.loginServer.service.beginLogin()
                let thief = InterceptingTransport()
                let wallet = AnsweringWallet(accounts: world.accounts, transport: thief, approve: { _ in .accept })
                _ = try? await FlowWorld.dapp(wallet).authorize(
                    WalletRequest.Login(loginUrl: stranger.loginServer.callbackURL), chain: .eos, uuID: login.uuID)
                let body = try #require(thief.bodies.first)
                #expect(try await world.post(body).code == 1016)
                #expect(try await world.post(try changed(body) { $0["siwx"] = .null }).code == 1016, "without it, too")
                #expect(world.logins.all.isEmpty)
            }
        }
    }

    @Test("the server does not expect a login with an ID that the dapp made itself")
    func foreignID() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let body = try await world.interceptedBody(uuID: "e9467118-9321-4916-8153-4a5a9087e51e")
            let asked = world.chain.questions.count
            #expect(try await world.post(body).code == 1010)
            #expect(world.chain.questions.count == asked, "and no node was asked")
        }
    }

    /// The other signature of the same key over the same text: n − s, with the other point.
    private static func twin(of signature: EOSSignature) throws -> EOSSignature {
        let order = try Hex.decode("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141")
        var difference = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in stride(from: 31, through: 0, by: -1) {
            let digit = Int(order[index]) - Int(signature.s[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            difference[index] = UInt8(digit + borrow * 256)
        }
        let header = 31 + (((signature.header - 27) & 3) ^ 1)
        return try EOSSignature(curve: .k1, bytes: [header] + signature.r + difference)
    }
}
