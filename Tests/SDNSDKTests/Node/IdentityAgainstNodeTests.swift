import Foundation
import HeraldJSON
import HeraldKeys
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Tokens and DID documents through the REST client")
struct IdentityAgainstNodeTests {
    private static func configuration(_ clock: StoppedClock<Timestamp>) -> NodeConfiguration {
        var configuration = NodeConfiguration.quick
        configuration.accessTokenLifetime = .seconds(60)
        configuration.clock = clock.read
        configuration.allowsTourists = true
        return configuration
    }

    @Test(
        "a session continues when its access token expires, and its wallet logs the same device in again when its tokens are revoked"
    )
    func session() async throws {
        let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))
        try await withNode(Self.configuration(clock)) { node in
            let options = MXSDKOptions()
            options.authEnableRefreshTokens = true
            let wallet = LocalWalletSigner.random()
            let credentials = try await node.client(options: options).loginWithDID(signer: wallet)
            #expect(credentials.refreshToken != nil)
            #expect(credentials.accessTokenExpiresAt > 0)
            let client = MXRestClient(credentials: credentials, options: options)
            let (device, first, refresh) = (credentials.deviceId, credentials.accessToken, credentials.refreshToken)
            clock.advance(by: .seconds(60))
            #expect(try await client.whoami().deviceId == device)
            #expect(credentials.accessToken != first)
            // Somebody who has the old refresh token uses it: every token of the device ends.
            let thief = MXCredentials(node: node.baseURL, userId: credentials.userId, accessToken: first)
            thief.refreshToken = refresh
            #expect(
                await failure { try await MXRestClient(credentials: thief, options: options).whoami() } as? MXError
                    == .unknownToken)
            #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
            client.logInAgainAfterSoftLogout(signer: wallet)
            #expect(try await client.whoami().deviceId == device)
        }
    }

    @Test("a password login asks for a refresh token too")
    func password() async throws {
        var configuration = NodeConfiguration.withPasswords
        configuration.accessTokenLifetime = .seconds(90)
        try await withNode(configuration) { node in
            let options = MXSDKOptions()
            options.authEnableRefreshTokens = true
            let client = node.client(options: options)
            let registered = try await client.register(username: "ada", password: "secret")
            #expect(registered.refreshToken != nil)
            let asking = try await client.login(username: "ada", password: "secret")
            #expect(asking.refreshToken != nil)
            options.authEnableRefreshTokens = false
            let notAsking = try await client.login(username: "ada", password: "secret")
            #expect(notAsking.refreshToken == nil)
        }
    }

    @Test("a wallet logs in with Sign-In with Ethereum, the first time and later")
    func ethereum() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let first = try await node.client().loginWithDID(signer: wallet, messageFormat: .eip4361)
            #expect(
                try await node.client().loginWithDID(signer: wallet, messageFormat: .eip4361).userId == first.userId)
            let address = wallet.address
            let challenge = try await node.client().postPreLoginDID(nil, address: address, messageFormat: .eip4361)
            #expect(challenge.message.contains("wants you to sign in with your Ethereum account:\n\(address)\n"))
        }
    }

    @Test("a guest can enter if the node allows guests")
    func tourist() async throws {
        try await withNode(Self.configuration(StoppedClock(Timestamp(milliseconds: 1_700_000_000_000)))) { node in
            let credentials = try await node.client().enterAsTourist()
            #expect(try await MXRestClient(credentials: credentials).whoami().isGuest)
        }
        try await withNode { node in
            #expect(
                (await failure { try await node.client().enterAsTourist() } as? MXError)?.errcode
                    == "M_GUEST_ACCESS_FORBIDDEN")
        }
    }

    @Test("the deprecated calls create a DID, link a second wallet and read the DID back")
    @available(*, deprecated, message: "It tests deprecated calls.")
    func documents() async throws {
        try await withNode { node in
            let client = node.client()
            let owner = LocalWalletSigner.random(), other = LocalWalletSigner.random()
            let created: MXCreateDIDResponse = try await outcome {
                client.postCreateDID("did:pkh:eip155:1:" + owner.address, success: $0, failure: $1)
            }
            let create: [String: Any] = [
                "operation": "create", "address": "did:pkh:eip155:1:" + owner.address, "ids": [String](),
                "updated": created.updated,
                "signature": try owner.personalSign(created.message),
            ]
            let saved: MXSaveDIDResponse = try await outcome {
                client.postSaveDID(created.did, withParameter: create, success: $0, failure: $1)
            }
            #expect(saved.message == "success")
            let change: [String: Any] = ["operation": "link", "address": other.address, "ids": [String]()]
            let asked: MXUpdateDIDResponse = try await outcome {
                client.postUpdateDID(created.did, withParameter: change, success: $0, failure: $1)
            }
            var link = change
            link["updated"] = asked.updated
            link["signature"] = try owner.personalSign(asked.message)
            let signed = link
            let _: MXSaveDIDResponse = try await outcome {
                client.postSaveDID(created.did, withParameter: signed, success: $0, failure: $1)
            }
            let info: MXDIDListInfoResponse = try await outcome {
                client.getDIDInfo(created.did, success: $0, failure: $1)
            }
            #expect(info.controllers.map(\.value) == [owner.address, other.address])
            let list: MXDIDListInfoResponse = try await outcome {
                client.getDIDInfo(other.address, success: $0, failure: $1)
            }
            // The other wallet has not signed, so it is not listed until it logs in by name.
            #expect(list.array == [])
            let challenge: MXPreLoginResponse = try await outcome {
                client.postPreLoginDID(created.did, success: $0, failure: $1)
            }
            #expect(challenge.message.hasPrefix("Login with this account\n"))
            let named = try await client.loginWithDID(signer: other, did: created.did)
            #expect(try await client.loginWithDID(signer: owner).userId == named.userId)
            #expect(try await client.getDIDList(other.address).array == [created.did])
        }
    }

    @Test("two wallets that both sign are linked, and the second one logs in to the account of the first")
    func link() async throws {
        try await withNode { node in
            let client = node.client(), owner = LocalWalletSigner.random(), other = LocalWalletSigner.random()
            let first = try await client.loginWithDID(signer: owner)
            let did = try #require(try await client.getDIDList(owner.address).array.first)
            try await client.linkWallet(other, toDID: did, signer: owner)
            #expect(try await client.loginWithDID(signer: other).userId == first.userId)
            #expect(
                (await failure { try await client.linkWallet(other, toDID: did, signer: owner) } as? MXError)?.errcode
                    == "M_INVALID_PARAM")
        }
    }

    @Test("a session logs in again to its own account, even if its wallet has logged in to another DID meanwhile")
    func sameAccount() async throws {
        let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))
        try await withNode(Self.configuration(clock)) { node in
            let options = MXSDKOptions()
            options.authEnableRefreshTokens = true
            let owner = LocalWalletSigner.random(), other = LocalWalletSigner.random()
            let credentials = try await node.client(options: options).loginWithDID(signer: other)
            _ = try await node.client().loginWithDID(signer: owner)
            let did = try #require(try await node.client().getDIDList(owner.address).array.first)
            try await node.client().linkWallet(other, toDID: did, signer: owner)
            _ = try await node.client().loginWithDID(signer: other, did: did)
            credentials.refreshToken = "sdnr_lost"
            clock.advance(by: .seconds(60))
            let client = MXRestClient(credentials: credentials, options: options)
            client.logInAgainAfterSoftLogout(signer: other)
            #expect(try await client.whoami().userId == credentials.userId)
        }
    }

    private func outcome<T: Sendable>(
        _ call: (@escaping @Sendable (T) -> Void, @escaping @Sendable (any Error) -> Void) -> MXHTTPOperation
    ) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            _ = call({ done.resume(returning: $0) }, { done.resume(throwing: $0) })
        }
    }
}

extension StoppedClock where Instant == Timestamp {
    fileprivate func advance(by duration: Duration) { move { $0 + duration } }
}
