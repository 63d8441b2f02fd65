import Foundation
import HeraldJSON
import HeraldKeys
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Login by DID")
struct LoginDIDTests {
    @Test("an unknown wallet gets a DID, and the same DID at its second login")
    func newThenExisting() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = node.client()
            #expect(try await client.getDIDList(wallet.address).array == [])

            let first = try await client.loginWithDID(signer: wallet, deviceDisplayName: "First")
            let hex = wallet.address.dropFirst(2).lowercased()
            #expect(first.userId == "@sdn_\(hex):\(hex)")
            #expect(first.accessToken?.isEmpty == false)
            #expect(first.node == node.baseURL)
            #expect(client.credentials.accessToken == nil)
            #expect(try await client.getDIDList(wallet.address.lowercased()).array == ["did:sdn:\(hex)"])

            let second = try await client.loginWithDID(signer: wallet)
            #expect(second.userId == first.userId)
            #expect(second.deviceId != first.deviceId)
            #expect(second.accessToken != first.accessToken)

            let me = try await MXRestClient(credentials: first).whoami()
            #expect(me.userId == first.userId)
            #expect(me.deviceId == first.deviceId)
        }
    }

    @Test("a device logs in again under its ID")
    func sameDevice() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = node.client()
            let first = try await client.loginWithDID(signer: wallet, deviceId: "PHONE")
            let second = try await client.loginWithDID(signer: wallet, deviceId: "PHONE")
            #expect(first.deviceId == "PHONE")
            #expect(second.deviceId == "PHONE")
        }
    }

    @Test("a signature by another key is forbidden, for a new wallet and for a known one")
    func wrongSigner() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random(), other = LocalWalletSigner.random()
            let crafty = CraftySigner(address: wallet.address) { try other.personalSign($0) }
            let client = node.client()
            #expect(await failure { try await client.loginWithDID(signer: crafty) } as? MXError == .forbidden)
            #expect(try await client.getDIDList(wallet.address).array == [])
            _ = try await client.loginWithDID(signer: wallet)
            let error = try #require(await failure { try await client.loginWithDID(signer: crafty) } as? MXError)
            #expect(error == .forbidden)
            #expect(error.endpoint == "POST did/login")
            #expect(error.httpStatus == 403)
        }
    }

    @Test("a client that signs another text than the node's is refused, with that text in the request and without")
    func lyingClient() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = node.client()
            for shown in [true, false] {
                let challenge = try await client.postPreLoginDID("", address: wallet.address)
                let lie = challenge.message.replacingOccurrences(of: "did:", with: "dod:")
                var identifier: JSONObject = [
                    "did": .string(challenge.did), "address": .string(wallet.address),
                    "token": .string(try wallet.personalSign(lie)),
                ]
                if shown { identifier["message"] = .string(lie) }
                let body: JSONObject = [
                    "type": "m.login.did.identity", "random_server": .string(challenge.randomServer),
                    "updated": .string(challenge.updated),
                    "identifier": .object(identifier),
                ]
                #expect(
                    await failure { try await client.postLoginDID(nil, withParameter: body) } as? MXError == .forbidden)
            }
        }
    }

    @Test("a challenge is accepted only once")
    func replay() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = node.client()
            let challenge = try await client.postPreLoginDID(nil, address: wallet.address)
            let body: JSONObject = [
                "type": "m.login.did.identity", "random_server": .string(challenge.randomServer),
                "updated": .string(challenge.updated),
                "identifier": [
                    "did": .string(challenge.did), "address": .string(wallet.address),
                    "message": .string(challenge.message),
                    "token": .string(try wallet.personalSign(challenge.message)),
                ],
            ]
            let login = try await client.postLoginDID(challenge.did, withParameter: body)
            #expect(login.userId.hasPrefix("@sdn_"))
            #expect(
                await failure { try await client.postLoginDID(challenge.did, withParameter: body) } as? MXError
                    == .forbidden)
        }
    }

    @Test("a node that requires the app's signature accepts it from a local key and from the signing service")
    func appSigner() async throws {
        let app = Secp256k1PrivateKey()
        var configuration = NodeConfiguration.quick
        configuration.developerKeys = [DeveloperKey(address: app.publicKey.ethereumAddress, appName: "Test")]
        configuration.requireAppToken = true
        configuration.applicationKey = app
        try await withNode(configuration) { node in
            let client = node.client()
            #expect(
                await failure { try await client.loginWithDID(signer: LocalWalletSigner.random()) } as? MXError
                    == .forbidden)
            #expect(
                await failure {
                    try await client.loginWithDID(
                        signer: LocalWalletSigner.random(), appSigner: LocalWalletSigner.random())
                } as? MXError == .forbidden)
            _ = try await client.loginWithDID(signer: LocalWalletSigner.random(), appSigner: LocalWalletSigner(app))
            _ = try await client.loginWithDID(
                signer: LocalWalletSigner.random(), appSigner: AppServiceSigner(client: client))

            let options = MXSDKOptions()
            options.appServiceSignURL = URL(string: node.baseURL + "/_matrix/appservice/sign")
            let elsewhere = MXRestClient(
                node: try #require(URL(string: "http://node.invalid")), unrecognizedCertificateHandler: nil,
                options: options)
            let answer = try await elsewhere.appServiceSign("hello")
            #expect(answer["signature"] == (try LocalWalletSigner(app).sign("hello")))
        }
    }

    @Test("the login body has the specification's members, and only those that the caller gave")
    func body() async throws {
        let transport = ScriptedTransport([
            .answer(200, #"{"data":["did:sdn:00000000000000000000000000000000000000aa"]}"#),
            .answer(
                200,
                #"{"did":"did:sdn:00000000000000000000000000000000000000aa","message":"Sign this\n","updated":"U","random_server":"R"}"#
            ),
            .answer(
                200,
                #"{"access_token":"tok","user_id":"@u:d","device_id":"D","expires_in_ms":60000,"refresh_token":"ref"}"#),
        ])
        let client = MXRestClient.scripted(transport, token: nil)
        let signer = CraftySigner(address: "0xABC") { "signature of " + $0 }
        let credentials = try await client.loginWithDID(signer: signer, deviceId: "D")
        #expect(credentials.deviceId == "D")
        #expect(credentials.refreshToken == "ref")
        #expect(credentials.accessTokenExpiresAt > 0)
        let requests = transport.requests
        #expect(
            requests.map(\.url.path) == [
                "/_api/client/unstable/address/0xABC", "/_api/client/unstable/did/pre_login1",
                "/_api/client/unstable/did/login",
            ])
        #expect(
            try JSONValue(parsing: requests[1].body ?? []) == [
                "did": "did:sdn:00000000000000000000000000000000000000aa"
            ])
        #expect(
            try JSONValue(parsing: requests[2].body ?? []) == [
                "type": "m.login.did.identity", "random_server": "R", "updated": "U", "device_id": "D",
                "identifier": [
                    "did": "did:sdn:00000000000000000000000000000000000000aa", "address": "0xABC",
                    "message": "Sign this\n",
                    "token": "signature of Sign this\n",
                ],
            ])
    }

    @Test(
        "a text that a person cannot read is not passed to the wallet",
        arguments: ["0x1234", "", "a\\u0000b", "\\u001b[2Jhello", "hi\\u0085"])
    func hostileChallenge(message: String) async {
        let transport = ScriptedTransport([
            .answer(200, #"{"data":[]}"#),
            .answer(200, #"{"did":"did:sdn:x","message":"\#(message)","updated":"U","random_server":"R"}"#),
        ])
        let signer = CraftySigner(address: "0xabc") { _ in
            Issue.record("the wallet was asked")
            return "0x"
        }
        let error =
            await failure { try await MXRestClient.scripted(transport).loginWithDID(signer: signer) } as? SDNSDKError
        #expect(error?.code == .signingFailed)
        #expect(transport.requests.count == 2)
    }

    @Test("a signer's error text is not passed on")
    func signerError() async {
        struct Leak: Error, CustomStringConvertible { let description = "my key is 4646" }
        let transport = ScriptedTransport([
            .answer(200, #"{"data":[]}"#),
            .answer(200, #"{"did":"did:sdn:x","message":"m","updated":"U","random_server":"R"}"#),
        ])
        let signer = CraftySigner(address: "0xabc") { _ in throw Leak() }
        let error =
            await failure { try await MXRestClient.scripted(transport).loginWithDID(signer: signer) } as? SDNSDKError
        #expect(error?.code == .signingFailed)
        #expect(error?.field == "token")
        #expect(!String(describing: error).contains("4646"))
    }

    @Test("a login whose answer is lost is not repeated")
    func lostAnswer() async {
        let transport = ScriptedTransport([
            .answer(200, #"{"data":[]}"#),
            .answer(200, #"{"did":"did:sdn:x","message":"m","updated":"U","random_server":"R"}"#),
            .fail(SDNSDKError(.connectionLost, reason: "gone")), .answer(200, "{}"),
        ])
        let signer = CraftySigner(address: "0xabc") { _ in "0x00" }
        let error =
            await failure { try await MXRestClient.scripted(transport).loginWithDID(signer: signer) } as? SDNSDKError
        #expect(error?.code == .connectionLost)
        #expect(transport.requests.count == 3)
    }
}
