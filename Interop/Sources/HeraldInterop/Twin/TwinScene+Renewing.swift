import HeraldJSON
import SDNSDK
import SDNWire

extension TwinScene {
    /// Steps for tokens that expire and are renewed, and for several devices that are removed at once.
    func renew() async {
        await step("a token that runs out is renewed on the way, and the old ones are refused") {
            let options = MXSDKOptions()
            options.authEnableRefreshTokens = true
            let credentials = try await accounts.logIn("ann", device: "renewed", options: options)
            let client = accounts.client(credentials, options)
            defer { client.close() }
            let (token, renewal) = (credentials.accessToken, credentials.refreshToken)
            let expires = credentials.accessTokenExpiresAt > 0
            // The earliest time there is, so that the next call finds the token expired.
            credentials.accessTokenExpiresAt = 1
            let due = try await client.whoami().userId
            let (second, secondRenewal) = (credentials.accessToken, credentials.refreshToken)
            // A token that the server refuses, whatever its expiry.
            credentials.accessToken = "worn-out"
            let refused = try await client.whoami().userId
            let third = credentials.accessToken
            return [
                "expires": .bool(expires), "due": .string(due), "refused": .string(refused),
                "tokens": .int(Int64(Set([token, second, third]).count)),
                "renewals": .int(Int64(Set([renewal, secondRenewal, credentials.refreshToken]).count)),
                "old token": try await whoami(token, nil),
                "second token": try await whoami(second, nil), "current": try await whoami(third, nil),
                "old renewal": try await whoami("worn-out", renewal), "afterwards": try await whoami(third, nil),
            ]
        }
        await provenStep("several devices go at once, with one proof") {
            let client = ann.sdnRestClient
            let before = try await client.devices().compactMap(\.displayName)
            var ids: [String] = []
            for name in ["one", "another"] {
                ids.append(try await accounts.logIn("ann", device: name).deviceId ?? "")
            }
            let during = try await client.devices().compactMap(\.displayName).filter { !before.contains($0) }.sorted()
            let asked = try await client.authSessionForRequest(
                withMethod: "POST", path: client.apiPathPrefix + "/delete_devices",
                parameters: ["devices": .array(ids.map(JSONValue.string))])
            try await client.deleteDevices(ids, authParameters: try accounts.proof(of: "ann", asked))
            let after = try await client.devices().compactMap(\.displayName)
            return ["during": .array(during.map(JSONValue.string)), "after": .bool(after.sorted() == before.sorted())]
        }
    }

    /// Returns the user of a client with these tokens.
    private func whoami(_ token: String?, _ renewal: String?) async throws -> JSONValue {
        let credentials = MXCredentials(node: accounts.node, userId: ann.myUserId, accessToken: token)
        credentials.refreshToken = renewal
        let client = accounts.client(credentials)
        defer { client.close() }
        return try await refusal { _ = try await client.whoami() }
    }
}
