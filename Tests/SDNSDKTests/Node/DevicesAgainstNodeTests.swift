import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Devices and accounts on the embedded node")
struct DevicesAgainstNodeTests {
    /// A signer that remembers what it was shown.
    private actor Shown {
        private(set) var texts: [String] = []
        func note(_ text: String) { texts.append(text) }
    }

    @Test("devices are listed and named, and removed with one call that the wallet signs")
    func oneCall() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random(), shown = Shown()
            let phone = try await node.loggedIn(wallet), desk = try await node.loggedIn(wallet)
            let id = try #require(desk.credentials.deviceId)
            try await phone.setDeviceName("Desk", forDevice: id)
            #expect(try await phone.device(withId: id).displayName == "Desk")
            #expect(try await phone.devices().count == 2)
            #expect(try await phone.devices().contains { $0.lastSeenTs != nil })
            let signer = CraftySigner(address: wallet.address) { text in
                await shown.note(text)
                return try wallet.personalSign(text)
            }
            try await phone.deleteDevices([id], signer: signer)
            #expect(await shown.texts.count == 1)
            #expect(await shown.texts.first?.contains(id) == true)
            #expect(try await phone.devices().map(\.deviceId) == [phone.credentials.deviceId])
            #expect(await failure { try await desk.whoami() } as? MXError == .unknownToken)
            #expect(await failure { try await phone.device(withId: id) } as? MXError == .notFound)
            #expect(
                await failure { try await phone.deleteDevices(["X"], signer: LocalWalletSigner.random()) } as? MXError
                    == .forbidden)
        }
    }

    @Test("a device is removed step by step, as the iOS SDK does it")
    func steps() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let phone = try await node.loggedIn(wallet), desk = try await node.loggedIn(wallet)
            let id = try #require(desk.credentials.deviceId)
            func proof(_ session: MXAuthenticationSession) throws -> JSONObject {
                let message = try #require(session.params["m.login.did.identity"]?["message"]?.stringValue)
                return [
                    "type": "m.login.did.identity", "session": .string(session.session ?? ""),
                    "identifier": [
                        "address": .string(wallet.address), "token": .string(try wallet.personalSign(message)),
                    ],
                ]
            }
            let session = try await phone.getSession(toDeleteDevice: id)
            #expect(session.flows.map(\.stages) == [["m.login.did.identity"]])
            let refused =
                await failure { try await phone.deleteDevice(id, authParameters: ["type": "m.login.dummy"]) }
                as? MXError
            #expect(refused == .forbidden && refused?.httpStatus == 401)
            try await phone.deleteDevice(id, authParameters: proof(session))
            let other = try await phone.authSessionForRequest(
                withMethod: "POST", path: "/_api/client/r0/delete_devices", parameters: ["devices": ["A", "B"]])
            try await phone.deleteDevices(["A", "B"], authParameters: proof(other))
            let path = await failure {
                try await phone.authSessionForRequest(
                    withMethod: "GET", path: "_api/client/r0/devices", parameters: [:])
            }
            #expect((path as? SDNSDKError)?.code == .malformedResponse)
            for (method, path) in [("PATCH", "/x"), ("GET", "/"), ("GET", "/%zz")] {
                let error = await failure {
                    try await phone.authSessionForRequest(withMethod: method, path: path, parameters: [:])
                }
                #expect((error as? SDNSDKError)?.code == .invalidArgument)
            }
        }
    }

    @Test("the wallet is not asked to sign an unreadable text, or if the node accepts no wallet")
    func unreadable() async throws {
        let answers = [
            #"{"session":"s","flows":[{"stages":["m.login.did.identity"]}],"params":{"m.login.did.identity":{"message":"0x00"}},"completed":[]}"#,
            #"{"session":"s","flows":[{"stages":["m.login.password"]}],"params":{},"completed":[]}"#,
            #"{"session":"s","flows":[{"stages":["m.login.did.identity"]}],"params":{}}"#,
        ]
        for answer in answers {
            let client = MXRestClient.scripted(ScriptedTransport([.answer(401, answer)]))
            let signer = CraftySigner(address: "0x00") { _ in
                Issue.record("the wallet was asked")
                return ""
            }
            let error = await failure { try await client.deleteDevices(["A"], signer: signer) } as? SDNSDKError
            #expect(error?.code == .signingFailed)
        }
    }

    @Test("an account is deactivated with the wallet, step by step or in one call")
    func deactivated() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = try await node.loggedIn(wallet)
            #expect(
                await failure { try await client.deactivateAccount(withAuthParameters: [:], eraseAccount: true) }
                    as? MXError == .authenticationRequired)
            try await client.deactivateAccount(signer: wallet, eraseAccount: true)
            #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)
            #expect(await failure { try await node.loggedIn(wallet) } as? MXError == .userDeactivated)
        }
    }

    @Test("changing a password ends every session")
    func passwords() async throws {
        try await withNode(.withPasswords) { node in
            let credentials = try await node.client().register(username: "ann", password: "secret")
            let client = MXRestClient(credentials: credentials, options: MXSDKOptions())
            #expect(
                await failure { try await client.changePassword(from: "wrong", to: "better", logoutDevices: true) }
                    as? MXError == .forbidden)
            try await client.changePassword(from: "secret", to: "better", logoutDevices: true)
            let other = try await node.client().login(username: "ann", password: "better")
            try await client.logoutAll()
            #expect(await failure { try await MXRestClient(credentials: other).whoami() } as? MXError == .unknownToken)
        }
    }

    @Test("the closure forms of these calls work")
    func closures() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let client = try await node.loggedIn(wallet)
            let id = try #require(client.credentials.deviceId)
            func done<T: Sendable>(_ start: (@escaping @Sendable (MXResponse<T>) -> Void) -> MXHTTPOperation)
                async throws -> T
            {
                try await withCheckedThrowingContinuation { continuation in _ = start { continuation.resume(with: $0) }
                }
            }
            #expect(try await done { client.devices(completion: $0) }.count == 1)
            try await done { client.setDeviceName("P", forDevice: id, completion: $0) }
            #expect(try await done { client.device(withId: id, completion: $0) }.displayName == "P")
            #expect(try await done { client.getSession(toDeleteDevice: "X", completion: $0) }.session != nil)
            let session: String? = await withCheckedContinuation { continuation in
                client.authSessionForRequest(
                    withMethod: "DELETE", path: "/_api/client/r0/devices/X", parameters: [:],
                    success: { continuation.resume(returning: $0.session) })
            }
            #expect(session != nil)
            let auth: [String: Any] = ["type": "m.login.dummy"]
            #expect(
                await failure { try await done { client.deleteDevice("X", authParameters: auth, completion: $0) } }
                    as? MXError == .forbidden)
            #expect(
                await failure { try await done { client.deleteDevices(["X"], authParameters: auth, completion: $0) } }
                    as? MXError == .forbidden)
            #expect(
                await failure {
                    try await done { client.changePassword(from: "a", to: "b", logoutDevices: true, completion: $0) }
                } as? MXError == .forbidden)
            try await done { client.deleteDevices(["X"], signer: wallet, completion: $0) }
            let empty: [String: Any] = [:]
            let refused = await failure {
                try await done {
                    client.deactivateAccount(withAuthParameters: empty, eraseAccount: false, completion: $0)
                }
            }
            #expect(refused as? MXError == .authenticationRequired)
        }
    }
}
