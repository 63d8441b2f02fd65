import Foundation
import HeraldJSON
import HeraldKeys
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Closure forms of calls about the node, accounts, filters and pushers", .timeLimit(.minutes(10)))
struct AccountClosureTests {
    @Test("the node's versions, capabilities and addresses are read")
    func facts() async throws {
        var configuration = NodeConfiguration.quick
        configuration.applicationKey = Secp256k1PrivateKey()
        try await withNode(configuration) { node in
            let ann = try await node.loggedIn(), guest = node.client()
            #expect(try await answer { guest.supportedSDNVersions($0) }.versions.contains("v1.11"))
            #expect(try await answer { guest.wellKnow($0, failure: $1) }.homeServer == node.baseURL)
            #expect(try await answer { ann.capabilities($0, failure: $1) }.defaultRoomVersion == "11")
            #expect(try await answer { ann.nodeCapabilities($0) }.roomVersions?.default == "11")
            #expect(try await answer { ann.openIdToken($0, failure: $1) }.expiresIn == 3600)
            #expect(try await answer { ann.turnServer($0) } == nil)
            #expect(try await answer { ann.thirdpartyProtocols($0, failure: $1) }.protocols.isEmpty)
            #expect(
                try await answer { ann.thirdpartyUsers("irc", fields: ["nick": "x"], success: $0, failure: $1) }.isEmpty
            )
            #expect(try await answer { ann.maxUploadSize($0, failure: $1) } > 0)
            let signature: String? = await withCheckedContinuation { continuation in
                guest.appServiceSign(
                    "hello", success: { continuation.resume(returning: $0["signature"] as? String) },
                    failure: { _ in continuation.resume(returning: nil) })
            }
            #expect(signature?.hasPrefix("0x") == true)
        }
    }

    @Test("an account is registered, logged in to, changed, logged out of and deactivated")
    func accounts() async throws {
        try await withNode(.withPasswords) { node in
            let guest = node.client()
            #expect(
                try await answer { guest.getLoginSession(completion: $0) }.flows.map(\.flowType).contains(.password))
            #expect(try await answer { guest.getRegisterSession(completion: $0) }.flows.isEmpty == false)
            #expect(try await answer { guest.isUsernameAvailable("ann", completion: $0) }.available)
            let made = try await answer {
                guest.register(loginType: .password, username: "ann", password: "secret", completion: $0)
            }
            #expect(
                await withCheckedContinuation { continuation in
                    guest.isUserNameInUse("ann") { continuation.resume(returning: $0) }
                })
            let taken = await withCheckedContinuation { continuation in
                guest.testUserRegistration("ann") { continuation.resume(returning: $0) }
            }
            #expect(taken == .userInUse)
            let again = try await answer {
                guest.login(type: .password, username: "ann", password: "secret", completion: $0)
            }
            #expect(again.userId == made.userId && again.deviceId != made.deviceId)
            let second: [String: Any] = ["username": "bob", "password": "secret", "auth": ["type": "m.login.dummy"]]
            let bob: String? = await withCheckedContinuation { continuation in
                guest.register(parameters: second) {
                    continuation.resume(returning: (try? $0.get())?["user_id"] as? String)
                }
            }
            let login: [String: Any] = [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "bob"], "password": "secret",
            ]
            let loggedIn: String? = await withCheckedContinuation { continuation in
                guest.login(parameters: login) {
                    continuation.resume(returning: (try? $0.get())?["user_id"] as? String)
                }
            }
            #expect(bob != nil && loggedIn == bob)

            let client = MXRestClient(credentials: again)
            client.completionQueue = guest.completionQueue
            let first = try #require(made.deviceId), mine = try #require(again.deviceId)
            func proof(_ session: MXAuthenticationSession) -> [String: Any] {
                [
                    "type": "m.login.password", "session": session.session ?? "", "password": "secret",
                    "identifier": ["type": "m.id.user", "user": again.userId ?? ""],
                ]
            }
            let one = proof(try await client.getSession(toDeleteDevice: first))
            try await answer { client.deleteDevice(first, authParameters: one, completion: $0) }
            let third = try #require(try await guest.login(username: "ann", password: "secret").deviceId)
            let many = proof(
                try await client.authSessionForRequest(
                    withMethod: "POST", path: "/_api/client/r0/delete_devices",
                    parameters: ["devices": [.string(third)]]))
            try await answer { client.deleteDevices([third], authParameters: many, completion: $0) }
            #expect(try await client.devices().map(\.deviceId) == [mine])
            try await answer {
                client.changePassword(from: "secret", to: "secret", logoutDevices: false, completion: $0)
            }
            try await answer { client.logout(completion: $0) }
            #expect(await failure { try await client.whoami() } as? MXError == .unknownToken)

            let last = MXRestClient(credentials: try await guest.login(username: "ann", password: "secret"))
            last.completionQueue = guest.completionQueue
            let end = proof(
                try await last.authSessionForRequest(
                    withMethod: "POST", path: "/_api/client/r0/account/deactivate", parameters: ["erase": true]))
            try await answer { last.deactivateAccount(withAuthParameters: end, eraseAccount: true, completion: $0) }
            #expect(await failure { try await guest.login(username: "ann", password: "secret") } is MXError)
        }
    }

    @Test("filters, pushers, to-device messages and syncs work with closures")
    func syncing() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let filterId = try await answer {
                ann.setFilter(.syncFilter(withMessageLimit: 5), success: $0, failure: $1)
            }
            #expect(
                try await answer { ann.getFilter(withFilterId: filterId, success: $0, failure: $1) }.timeline.limit == 5
            )
            try await answer {
                ann.setPusher(
                    pushKey: "k", kind: .http, appId: "a", appDisplayName: "A", deviceDisplayName: "D", profileTag: "",
                    lang: "en",
                    data: ["url": "http://127.0.0.1:9/_api/push/v1/notify"], append: true, enabled: false,
                    completion: $0)
            }
            #expect(try await answer { ann.pushers(completion: $0) }.map(\.enabled) == [false])
            let since = try await answer {
                ann.sync(
                    fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: "offline", filterId: filterId,
                    completion: $0)
            }
            let payload = MXToDevicePayload(
                eventType: "org.example", content: ["n": 1], toAllDevicesOf: ann.credentials.userId ?? "")
            try await answer { bob.sendDirectToDevice(payload: payload, completion: $0) }
            let next = try await ann.sync(
                fromToken: since.nextBatch, serverTimeout: 0, clientTimeout: 20_000, setPresence: "offline",
                filterId: filterId)
            #expect(next.toDevice.map(\.content) == [["n": 1]])
        }
    }
}
