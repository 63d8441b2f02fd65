import HeraldJSON
import HeraldKeys
@testable import SDNNode

extension TestNode {
    /// Asks for the text of a change of a DID document, has it signed, hands it in.
    func change(_ change: JSONObject, of did: String, signedBy wallet: TestWallet, second: TestWallet? = nil)
        async throws -> Answer
    {
        let asked = try await send("POST", Self.prefix + "did/\(did)/update", .object(change))
        guard asked.status == 200 else { return asked }
        let challenge = try TestChallenge(asked)
        var body = change
        body["signature"] = .string(try wallet.sign(challenge.message).text())
        body["updated"] = .string(challenge.updated)
        if let second { body["signature2"] = .string(try second.sign(challenge.message).text()) }
        return try await send("POST", Self.prefix + "did/\(did)", .object(body))
    }

    /// Links a wallet to a DID; with its signature when it agrees.
    @discardableResult
    func link(_ wallet: TestWallet, to did: String, by owner: TestWallet, agreed: Bool = false) async throws -> Answer {
        try await change(
            ["operation": "link", "address": .string(wallet.text)], of: did, signedBy: owner,
            second: agreed ? wallet : nil)
    }

    /// The DIDs of a wallet, as `address/{address}` lists them.
    func dids(of wallet: TestWallet) async throws -> [String] {
        try await send("GET", Self.prefix + "address/" + wallet.text).body.list("data").compactMap(\.stringValue)
    }

    /// Returns the account of a login that names only the wallet's address, or the DID.
    func user(of wallet: TestWallet, did: String? = nil, deviceID: String? = nil) async throws -> RoomUser {
        let challenge = if let did { try await challenge(did: did) } else { try await challenge(wallet) }
        let answer = try await logIn(Self.loginBody(wallet, challenge, deviceID: deviceID))
        guard let token = answer.body.text("access_token"), let userID = answer.body.text("user_id") else {
            throw UnexpectedAnswer(path: "did/login", answer: answer)
        }
        return RoomUser(self, token: token, userID: userID)
    }
}
