import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire

/// The steps for logins with a MYKEY wallet.
extension Demo {
    static func startAuthorising(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let parts = try await Authorising(folder: demo.folder)
        demo.authorising = parts
        return [
            .init("wallet", "\(parts.wallet.url), process \(parts.wallet.processIdentifier)"),
            .init("back end", "\(parts.server.url), process \(parts.server.processIdentifier)"),
            .init("chains", parts.node.url),
        ] + parts.accounts.all.map { .init($0.chain.rawValue, "\($0.name), key \($0.publicKeyText)") }
    }

    static func authorise(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let parts = try demo.parts()
        var facts: [DemoReport.Fact] = []
        for chain in [MYKEYChain.eos, .eth] {
            let begun = try await parts.loginServer.begin()
            let hint = try await parts.dapp.authorize(
                WalletRequest.Login(loginUrl: parts.loginServer.callbackURL, loginMemo: "Come in"), chain: chain,
                uuID: begun.uuID)
            let alone = try await parts.loginServer.status(of: begun.session)
            try require(alone["status"] == "pending", "a session without the code is in: \(alone)")
            let status = try await parts.loginServer.status(of: begun.session, code: hint.returnCode)
            let login = status["login"]
            try require(
                status["status"] == "accepted" && login?["account"]?.stringValue == hint.account,
                "the back end says \(status)")
            try require(login?["tagged"] == true, "what was signed does not name the back end")
            let screens = parts.person.takeScreens()
            try require(screens.count == 1, "the wallet asked \(screens.count) times")
            let shown = (screens.first ?? "").split(separator: "\n").joined(separator: "\n")
            facts.append(.init("the wallet shows", shown + "yes"))
            facts.append(
                .init(chain.rawValue, "\(login?["caip10"]?.stringValue ?? ""), signature \(hint.signature.prefix(20))…")
            )
        }
        facts.append(.init("asked of the chains", "\(parts.node.chain.questions.count) questions"))
        return facts
    }

    static func refuseLogins(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let parts = try demo.parts()
        let begun = try await parts.loginServer.begin()
        let body = try await parts.kept(uuID: begun.uuID, server: parts.loginServer.callbackURL)
        // The account exists and has a key of its own, so that only the signature is wrong.
        parts.node.chain.setEOS("mallory1.eos", key: EOSPublicKey(Secp256k1PrivateKey().publicKey))
        let changed = try await parts.refusal(of: body, "a changed account", code: 1015) {
            $0["account"] = "mallory1.eos"
        }
        let twin = try await parts.refusal(of: body, "a signature that is not canonical", code: 1015) { value in
            let signature = try? value["sign"]?.stringValue.map { try EOSSignature(text: $0) }
            // The twin of a signature has n - s in place of s. If there is no twin, the body is unchanged. The step then fails, because the
            // server accepts the body.
            if let twin = signature?.twin { value["sign"] = .string(twin.text) }
        }
        let first = try await parts.loginServer.post(body)
        try require(first.isSuccess, "the login itself was refused: \(first.message)")
        let replayed = try await parts.refusal(of: body, "a replayed login", code: 1011) { $0["public_key"] = "" }
        let other = try await parts.loginServer.begin()
        let relayed = try await parts.kept(uuID: other.uuID, server: "https://mallory.example/login")
        let foreign = try await parts.refusal(of: relayed, "another dapp's login", code: 1016) { _ in }
        return [
            .init("changed", changed), .init("not canonical", twin), .init("replayed", replayed),
            .init("another dapp's", foreign),
        ]
    }

    static func freezeKey(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let parts = try demo.parts()
        guard let account = parts.accounts.eos, let key = account.reservedKey else {
            throw DemoError("there is no account on EOS")
        }
        parts.node.chain.set(account.account, ReservedKey(key.key, isFrozen: true))
        let begun = try await parts.loginServer.begin()
        do {
            _ = try await parts.dapp.authorize(
                WalletRequest.Login(loginUrl: parts.loginServer.callbackURL), chain: .eos, uuID: begun.uuID)
        } catch {
            let status = try await parts.loginServer.status(of: begun.session)
            try require(status["status"] == "pending", "the back end says \(status)")
            return [.init("the chain", "\(account.name) is frozen"), .init("the dapp is told", "\(error)")]
        }
        throw DemoError("a frozen account was accepted")
    }

    static func stopAuthorising(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let parts = try demo.parts()
        demo.authorising = nil
        let status = [await parts.wallet.end(signal: SIGTERM), await parts.server.end(signal: SIGTERM)]
        await parts.node.stop()
        try require(status == [0, 0], "they ended with \(status)")
        return [.init("wallet", Int(status[0])), .init("back end", Int(status[1]))]
    }

    private func parts() throws -> Authorising {
        guard let authorising else { throw DemoError("the wallet and the back end are not running") }
        return authorising
    }
}

extension Authorising {
    /// Returns the back end's answer to a login that was changed.
    /// - Throws: ``DemoError`` when the login is accepted, or refused for another reason than the expected one.
    fileprivate func refusal(of body: [UInt8], _ what: String, code: Int, _ change: (inout JSONValue) -> Void)
        async throws -> String
    {
        var value = try JSONValue(parsing: body)
        change(&value)
        let reply = try await loginServer.post(value.serialized())
        try require(reply.code == code, "\(what) was answered with \(reply.code) \(reply.message)")
        return "\(reply.code) \(reply.message)"
    }
}
