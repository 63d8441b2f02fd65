import HeraldJSON
import SDNSDK
import SDNWire

extension TwinScene {
    /// Steps for tokens that expire and are renewed, and for several devices that are removed at once.
    func renew() async {
        await step("a token that runs out is renewed on the way, and the old ones are refused") {
            let options = MXSDKOptions()
            options.authEnableRefreshTokens = true
            let stranger = MXRestClient(
                node: node, unrecognizedCertificateHandler: nil, apiRoot: .matrix, options: options)
            let credentials = try await stranger.login(
                username: "ann", password: Self.password, deviceDisplayName: "renewed")
            let client = MXRestClient(credentials: credentials, apiRoot: .matrix, options: options)
            defer {
                stranger.close()
                client.close()
            }
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
        await step("several devices go at once, with one proof") {
            let client = ann.sdnRestClient
            let before = try await client.devices().compactMap(\.displayName)
            var ids: [String] = []
            for name in ["one", "another"] {
                let stranger = MXRestClient(node: node, unrecognizedCertificateHandler: nil, apiRoot: .matrix)
                ids.append(
                    try await stranger.login(username: "ann", password: Self.password, deviceDisplayName: name).deviceId
                        ?? "")
                stranger.close()
            }
            let during = try await client.devices().compactMap(\.displayName).filter { !before.contains($0) }.sorted()
            let asked = try await client.authSessionForRequest(
                withMethod: "POST", path: client.apiPathPrefix + "/delete_devices",
                parameters: ["devices": .array(ids.map(JSONValue.string))])
            try await client.deleteDevices(
                ids,
                authParameters: [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"],
                    "password": .string(Self.password),
                    "session": asked.session.map(JSONValue.string) ?? .null,
                ])
            let after = try await client.devices().compactMap(\.displayName)
            return ["during": .array(during.map(JSONValue.string)), "after": .bool(after.sorted() == before.sorted())]
        }
    }

    /// Returns the user of a client with these tokens.
    private func whoami(_ token: String?, _ renewal: String?) async throws -> JSONValue {
        let credentials = MXCredentials(node: node, userId: ann.myUserId, accessToken: token)
        credentials.refreshToken = renewal
        let client = MXRestClient(credentials: credentials, apiRoot: .matrix)
        defer { client.close() }
        return try await refusal { _ = try await client.whoami() }
    }
}
