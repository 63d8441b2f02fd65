import HeraldJSON
import MYKEYLocalServers
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire
import Testing

@Suite("Attack 28: a login that one person begins and another approves")
struct RelayedLoginTests {
    /// The victim's device: its wallet opens what it is sent, and returns to whatever the link names.
    private static func approve(_ link: WalletRequest, in world: FlowWorld, policy: WalletPolicy = WalletPolicy())
        async throws -> WalletOutcome
    {
        try await world.wallet(policy: policy).answer(url: try WalletURL.make(link))
    }

    private static func link(_ world: FlowWorld, uuID: String, callback: String) -> WalletRequest {
        WalletRequest(
            protocol: .simple, appKey: "harbour", uuID: uuID, dappName: "Harbour", callback: callback, chain: .eos,
            payload: .login(.init(loginUrl: world.loginServer.callbackURL)))
    }

    private static func isPending(_ status: LoginStatus) -> Bool {
        if case .pending = status { return true }
        return false
    }

    @Test(
        "attack 28: if an attacker begins a login and the victim approves it, the attacker's session is not logged in")
    func relayed() async throws {
        try await FlowWorld.run { world in
            let service = world.loginServer.service
            let attacker = try await service.beginLogin()
            // The best that the link can do: the dapp's own scheme, which opens the dapp on the victim's device.
            let callback = WalletAnswer.callback(scheme: "harbour", action: .login, callBackId: "00ff")
            let outcome = try await Self.approve(Self.link(world, uuID: attacker.uuID, callback: callback), in: world)
            #expect(outcome.isSuccess && outcome.reply?.returnCode != nil)
            #expect(Self.isPending(try await service.status(of: attacker.session)))
            let guess = ReturnCode(bytes: [UInt8](repeating: 7, count: 16))
            #expect(Self.isPending(try await service.status(of: attacker.session, code: guess)))
            #expect(world.logins.all.isEmpty)
            // The victim's dapp asked for nothing under this id.
            let dapp = FlowWorld.dapp(try world.wallet())
            #expect(dapp.handle(try #require(outcome.returnURL)) == .ignored(.unknownRequest))
        }
    }

    @Test(
        "attack 28: a link that returns to the attacker's own program is refused by the server, and gets no code",
        arguments: [
            "mallory://mykeywallet.mykey.org?callBackId=1", "https://mallory.example/back", "harbourx://h",
            "harbour.evil://h",
        ])
    func foreignReturn(callback: String) async throws {
        try await FlowWorld.run { world in
            let attacker = try await world.loginServer.service.beginLogin()
            var policy = WalletPolicy()
            policy.allowsWebCallbacks = true
            let outcome = try await Self.approve(
                Self.link(world, uuID: attacker.uuID, callback: callback), in: world, policy: policy)
            #expect(outcome.reply?.code == 1017 && outcome.reply?.returnCode == nil, "\(outcome)")
            #expect(outcome.returnURL?.contains("returnCode") != true && outcome.typedCode == nil)
            #expect(Self.isPending(try await world.loginServer.service.status(of: attacker.session)))
        }
    }

    @Test("attack 28: an answer whose signed return URL was changed or removed is refused")
    func strippedReturn() async throws {
        try await FlowWorld.run { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            #expect(try await world.post(try changed(body) { $0["siwx"] = .null }).code == 1016)
            let other = try changed(body) { value in
                let text = value["siwx"]?["message"]?.stringValue ?? ""
                var siwx = try #require(value["siwx"])
                siwx["message"] = .string(
                    text.replacing("urn:herald:return:harbour:", with: "urn:herald:return:harbour2:"))
                value["siwx"] = siwx
            }
            #expect([1015, 1016].contains(try await world.post(other).code))
            let none = try changed(body) { value in
                var siwx = try #require(value["siwx"])
                siwx["message"] = .string(
                    String((siwx["message"]?.stringValue ?? "").split(separator: "\nResources:")[0]))
                value["siwx"] = siwx
            }
            #expect([1015, 1016].contains(try await world.post(none).code))
        }
    }

    @Test("attack 28: no unusual request makes the wallet leave out the text")
    func oddRequests() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let login = try await world.loginServer.service.beginLogin()
            for (server, callback) in [
                (
                    world.loginServer.callbackURL.replacing(
                        "/login", with: String(repeating: "/", count: 8000) + "login"),
                    "harbour://h?callBackId=1"
                ),
                (world.loginServer.callbackURL, "http://127.0.0.1/{x}?callBackId=1"),
            ] {
                var policy = WalletPolicy()
                policy.allowsWebCallbacks = true
                var link = Self.link(world, uuID: login.uuID, callback: callback)
                link.payload = .login(.init(loginUrl: server))
                let outcome = try await Self.approve(link, in: world, policy: policy)
                #expect(outcome.end == .refused && outcome.postedBody == nil, "\(outcome)")
            }
        }
    }

    @Test(
        "attack 28: a login's text cannot be signed as a message, so its signature is sent only to the login's server"
    )
    func signedAsMessage() async throws {
        try await FlowWorld.run { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            let text = try #require(try JSONValue(parsing: body)["siwx"]?["message"]?.stringValue)
            var link = Self.link(world, uuID: login.uuID, callback: "harbour://h?callBackId=1")
            link.payload = .sign(.init(message: text, signUrl: world.loginServer.callbackURL))
            let outcome = try await Self.approve(link, in: world)
            #expect(outcome.end == .refused && outcome.message.contains("part of a login"), "\(outcome)")
        }
    }

    @Test("a login succeeds with its session and its right code, and the fifth wrong code ends it")
    func codes() async throws {
        try await FlowWorld.run { world in
            let service = world.loginServer.service
            let login = try await service.beginLogin()
            let hint = try await FlowWorld.dapp(try world.wallet()).authorize(
                WalletRequest.Login(loginUrl: world.loginServer.callbackURL), chain: .eos, uuID: login.uuID)
            let code = try #require(hint.returnCode)
            let other = try await service.beginLogin()
            #expect(Self.isPending(try await service.status(of: other.session, code: code)))
            for _ in 0..<2 {
                guard case .accepted = try await service.status(of: login.session, code: code) else {
                    Issue.record("the session that began is not in")
                    return
                }
            }
            guard case .accepted = try await service.status(of: login.session) else {
                Issue.record("a session that has brought its code has to bring it again")
                return
            }
            #expect(world.logins.all.count == 1)

            let second = try await service.beginLogin()
            let late = try await FlowWorld.dapp(try world.wallet()).authorize(
                WalletRequest.Login(loginUrl: world.loginServer.callbackURL), chain: .eos, uuID: second.uuID)
            for round in 0..<5 {
                _ = try await service.status(
                    of: second.session, code: ReturnCode(bytes: [UInt8](repeating: UInt8(round), count: 16)))
            }
            #expect(try await service.status(of: second.session, code: late.returnCode) == .unknown)
        }
    }

    @Test(
        "a wallet that missed the reply gets the same code with the same body, and a stock wallet's reply has no code"
    )
    func repeated() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            let (first, second) = (try await world.post(body), try await world.post(body))
            #expect(first.returnCode != nil && first == second)
            let stock = try await world.loginServer.service.beginLogin()
            var policy = WalletPolicy()
            policy.signsTaggedMessage = false
            let thief = InterceptingTransport()
            _ = try? await FlowWorld.dapp(try world.wallet(transport: thief, policy: policy)).authorize(
                WalletRequest.Login(loginUrl: world.loginServer.callbackURL), chain: .eos, uuID: stock.uuID)
            let reply = try await world.post(try #require(thief.bodies.first))
            #expect(reply == CallbackReply(code: 0, message: "ok"))
            guard case .accepted = try await world.loginServer.service.status(of: stock.session) else {
                Issue.record("a stock wallet is kept out")
                return
            }
        }
    }
}
