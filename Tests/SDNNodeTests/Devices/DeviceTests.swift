import HeraldJSON
import HeraldKeys
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Devices (SDN sheet 3.2 and 7.7)")
struct DeviceTests {
    private let node: TestNode
    private let wallet: TestWallet

    init() throws {
        node = try TestNode()
        wallet = try TestWallet(1)
    }

    @Test("devices are listed with all four members, read, renamed, and kept apart from another user's")
    func listed() async throws {
        let phone = try await RoomUser(node, 1, deviceID: "PHONE"),
            other = try await RoomUser(node, 2, deviceID: "PHONE")
        _ = try await RoomUser(node, 1, deviceID: "DESK")
        node.clock.advance(by: .milliseconds(5))
        let devices = try await phone.ok("GET", ["devices"]).list("devices")
        #expect(devices.map { $0.text("device_id") } == ["DESK", "PHONE"])
        #expect(
            devices.first == [
                "device_id": "DESK", "display_name": .null, "last_seen_ip": .null, "last_seen_ts": .null,
                "user_id": .string(phone.userID),
            ])
        #expect(devices.last?.at("last_seen_ts") == .int(node.clock.read().milliseconds))
        #expect(devices.last?.text("last_seen_ip") == "127.0.0.1")
        #expect(try await phone.ok("PUT", ["devices", "DESK"], ["display_name": "Desk é"]) == [:])
        #expect(try await phone.ok("GET", ["devices", "DESK"]).text("display_name") == "Desk é")
        #expect(try await phone.ok("PUT", ["devices", "DESK"]) == [:])
        #expect(try await phone.ok("GET", ["devices", "DESK"]).text("display_name") == "Desk é")
        #expect(try await other.call("GET", ["devices", "DESK"]).errcode == "M_NOT_FOUND")
        #expect(try await other.call("PUT", ["devices", "DESK"], ["display_name": "x"]).errcode == "M_NOT_FOUND")
        let long = JSONValue.string(String(repeating: "x", count: 513))
        #expect(try await phone.call("PUT", ["devices", "DESK"], ["display_name": long]).errcode == "M_INVALID_PARAM")
    }

    @Test("a device and its token are deleted when the wallet signs the node's text", arguments: [true, false])
    func deleted(single: Bool) async throws {
        let phone = try await RoomUser(node, 1, deviceID: "PHONE"), desk = try await RoomUser(node, 1, deviceID: "DESK")
        func ask(_ auth: JSONValue?) async throws -> TestNode.Answer {
            if single { return try await phone.call("DELETE", ["devices", "DESK"], auth.map { ["auth": $0] }) }
            return try await phone.delete(["DESK"], auth: auth)
        }
        let demand = try Demand(await ask(nil))
        #expect(demand.stages == [["m.login.did.identity"]])
        #expect(demand.answer.body["completed"] == [])
        #expect(demand.message.hasPrefix("Remove devices from this account\n"))
        #expect(demand.message.contains("\ndevices: \"DESK\"\n"))
        #expect(try await desk.call("GET", ["account", "whoami"]).status == 200)
        let answer = try await ask(demand.proof(wallet))
        #expect(answer.status == 200 && answer.body == [:])
        #expect(try await desk.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        #expect(try await phone.deviceIDs() == ["PHONE"])
        // A repeat of the same request, as after a lost answer, is done again without harm.
        #expect(try await ask(["session": .string(demand.session)]).status == 200)
    }

    @Test("an invalid proof gets the list of stages again, and removes nothing")
    func refused() async throws {
        let phone = try await RoomUser(node, 1, deviceID: "PHONE")
        _ = try await RoomUser(node, 1, deviceID: "DESK")
        let stranger = try TestWallet(9)
        let demand = try Demand(await phone.delete(["DESK"]))
        let session = JSONValue.string(demand.session)
        let login = try await node.challenge(wallet)
        let proofs: [JSONValue] = [
            ["type": "m.login.dummy", "session": session], ["type": "m.login.dummy"], ["session": session],
            ["type": "m.login.password", "session": session],
            try demand.proof(stranger), try demand.proof(wallet, message: "Login"),
            try demand.proof(wallet, message: login.message),
        ]
        for proof in proofs {
            let again = try Demand(await phone.delete(["DESK"], auth: proof))
            #expect(again.answer.errcode == (proof["type"] == nil ? nil : "M_FORBIDDEN"))
        }
        #expect(try await phone.deviceIDs().count == 2)
        // A signature for devices is not accepted as a login.
        var body = try TestNode.loginBody(wallet, login)
        body["identifier"]?["token"] = .string(try wallet.sign(demand.message).text())
        #expect(try await node.logIn(body).errcode == "M_FORBIDDEN")
    }

    @Test("an authentication session belongs to its user and operation, and ends after its lifetime or five failures")
    func sessions() async throws {
        let phone = try await RoomUser(node, 1, deviceID: "PHONE"),
            other = try await RoomUser(node, 2, deviceID: "OTHER")
        _ = try await RoomUser(node, 1, deviceID: "DESK")
        let demand = try Demand(await phone.delete(["DESK"]))
        let proof = try demand.proof(wallet)
        #expect(try await phone.delete(["PHONE"], auth: proof).errcode == "M_FORBIDDEN")
        #expect(try await phone.call("POST", ["account", "deactivate"], ["auth": proof]).errcode == "M_FORBIDDEN")
        #expect(try Demand(await other.delete(["DESK"], auth: proof)).session != demand.session)
        node.clock.advance(by: .seconds(300))
        let late = try Demand(await phone.delete(["DESK"], auth: proof))
        #expect(late.session != demand.session)
        for _ in 0..<5 { _ = try Demand(await phone.delete(["DESK"], auth: late.proof(TestWallet(9)))) }
        let fresh = try Demand(await phone.delete(["DESK"], auth: late.proof(wallet)))
        #expect(fresh.session != late.session)
        #expect(try await phone.delete(["DESK"], auth: fresh.proof(wallet)).status == 200)
    }

    @Test("an account with a password can authenticate with it")
    func password() async throws {
        let node = try TestNode { $0.enableRegistration = true }
        let path = TestNode.prefix + "register"
        let answer = try await node.send(
            "POST", path,
            ["username": "ann", "password": "secret", "device_id": "ONE", "auth": ["type": "m.login.dummy"]])
        let ann = RoomUser(node, token: try #require(answer.body.text("access_token")), userID: "@ann:localhost")
        let demand = try Demand(await ann.delete(["TWO"]))
        #expect(demand.stages == [["m.login.password"]])
        func proof(_ user: String, _ password: String, session: Bool = true) -> JSONValue {
            var auth: JSONObject = [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
                "password": .string(password),
            ]
            if session { auth["session"] = .string(demand.session) }
            return .object(auth)
        }
        #expect(try Demand(await ann.delete(["TWO"], auth: proof("ann", "wrong"))).answer.errcode == "M_FORBIDDEN")
        #expect(try Demand(await ann.delete(["TWO"], auth: proof("bob", "secret"))).answer.errcode == "M_FORBIDDEN")
        #expect(
            try Demand(await ann.delete(["TWO"], auth: ["type": "m.login.dummy", "session": .string(demand.session)]))
                .answer.errcode == "M_FORBIDDEN")
        #expect(try await ann.delete(["TWO"], auth: proof("@ann:localhost", "secret")).status == 200)
        #expect(try await ann.delete(["THREE"], auth: proof("ann", "secret", session: false)).status == 200)
    }

    @Test("a sweep writes when many devices were last seen, and a request meanwhile is written by the next")
    func sweeps() async throws {
        let node = try TestNode()
        let phone = try await RoomUser(node, 1, deviceID: "PHONE")
        let lastSeen = node.assembly.services.lastSeen
        for number in 0..<1_200 {
            lastSeen.note(
                Caller(userID: "@u:x", deviceID: "\(number)", tokenID: 0), address: "::1",
                time: Timestamp(milliseconds: 1))
        }
        _ = try await phone.sync()
        let records = lastSeen.unwritten
        #expect(records.count == 1_201)
        node.clock.advance(by: .seconds(1))
        _ = try await phone.sync()
        lastSeen.markWritten(records)
        #expect(lastSeen.unwritten.map(\.device) == ["PHONE"])
        await node.assembly.lastSeen.sweep()
        #expect(lastSeen.unwritten.isEmpty)
    }

    @Test("the address from which a device was last seen survives a restart")
    func lastSeen() async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let phone = try await RoomUser(first, 1, deviceID: "PHONE")
        _ = try await phone.sync()
        let seen = JSONValue.int(first.clock.read().milliseconds)
        await first.assembly.lastSeen.sweep()
        await first.assembly.services.database.close()
        first.clock.advance(by: .seconds(1))
        let second = try TestNode(clock: first.clock) { $0.storage = .directory(directory.url) }
        let desk = try await RoomUser(second, 1, deviceID: "DESK")
        #expect(try await desk.ok("GET", ["devices", "PHONE"]).at("last_seen_ts") == seen)
    }
}
