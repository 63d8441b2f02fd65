import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Secrets in descriptions and errors")
struct LoginSecretsTests {
    static let token = "syt_very_secret_token"

    /// Everything that printing, interpolating, reflecting or dumping a value can show.
    private func shown(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value)" + String(reflecting: value) + String(describing: [value]) + dumped
    }

    @Test("no description of a type with a token shows the token")
    func tokens() throws {
        let login = try MXLoginResponse(
            json: JSONReader(
                ["user_id": "@u:d", "access_token": .string(Self.token), "refresh_token": .string(Self.token)]
                    as JSONObject))
        let credentials = MXCredentials(loginResponse: login, andDefaultCredentials: nil)
        credentials.identityServerAccessToken = Self.token
        let request = TransportRequest(
            method: "PUT", url: try #require(URL(string: "http://x/y?access_token=\(Self.token)")),
            headers: ["Authorization": "Bearer " + Self.token],
            body: Array(Self.token.utf8))
        let values: [Any] = [
            login, credentials, request,
            TransportResponse(status: 200, headers: ["x": Self.token], body: Array(Self.token.utf8)),
            LoginResponse(accessToken: Self.token, userID: "@u:d", deviceID: nil, refreshToken: Self.token),
            LoginRequest(user: "u", password: Self.token), RegisterRequest(username: "u", password: Self.token),
            LoginRequest(user: "u", password: Self.token).parts(), BodyRequest(["password": .string(Self.token)]),
            AppServiceSignResponse(signature: Self.token),
            DIDOperationRequest(did: "did:sdn:x", body: ["signature": .string(Self.token)]),
            DIDLoginRequest(
                randomServer: "r", updated: "u", did: "d", address: "a", message: "m", token: Self.token,
                appToken: Self.token),
        ]
        for value in values { #expect(!shown(value).contains(Self.token), "\(type(of: value)) shows its secret") }
        #expect(shown(credentials).contains("@u:d"))
    }

    @Test("no description shows a wallet's key, only its address")
    func wallet() throws {
        let hex = String(repeating: "46", count: 32)
        let wallet = LocalWalletSigner(try Secp256k1PrivateKey(hex: hex))
        #expect(!shown(wallet).contains("4646"))
        #expect(!shown(wallet).contains("70, 70"))
        #expect(shown(wallet).contains("0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"))
    }

    @Test(
        "no error contains the token, for any answer of the node",
        arguments: [
            (200, "{"), (200, #"{"user_id":7}"#), (401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"bad"}"#),
            (500, "<html>"), (404, ""),
        ])
    func errors(status: Int, body: String) async throws {
        let client = MXRestClient.scripted(ScriptedTransport([.answer(status, body)]), token: Self.token)
        let error = try #require(await failure { try await client.whoami() })
        #expect(!shown(error).contains(Self.token))
        #expect(!shown(client).contains(Self.token))
    }

    @Test("errors are equal if their codes are, and can be caught by code")
    func equality() async {
        #expect(MXError(errcode: "M_FORBIDDEN", error: "a", httpStatus: 403) == MXError.forbidden)
        #expect(MXError.forbidden != MXError.notFound)
        let client = MXRestClient.scripted(
            ScriptedTransport([.answer(403, #"{"errcode":"M_FORBIDDEN","error":"no"}"#)]))
        do {
            _ = try await client.whoami()
            Issue.record("nothing was thrown")
        } catch MXError.forbidden {
        } catch {
            Issue.record(error)
        }
    }
}
