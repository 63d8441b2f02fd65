import HeraldJSON
import SDNSDK
import SDNWire

extension TwinScene {
    /// Steps for profile, devices, messages to devices, and filters.
    func account() async {
        await step("a profile changes for everyone") {
            try await ann.sdnRestClient.setDisplayName("Ann of the Twins")
            let name = try await bob.sdnRestClient.displayName(forUser: ann.myUserId)
            let member = try await bob.eventually("the new name") { () -> String? in
                let name = try await bob.room(withRoomId: room.roomId)?.state().members.member(
                    withUserId: ann.myUserId)?.displayname
                return name == "Ann of the Twins" ? name : nil
            }
            return [
                "profile": .string(name), "member": .string(member),
                "nobody": try await refusal {
                    _ = try await bob.sdnRestClient.displayName(forUser: "@nobody" + server)
                },
            ]
        }
        await step("a message to a device gets there once") {
            try await ann.sdnRestClient.sendDirectToDevice(
                payload: MXToDevicePayload(
                    eventType: "org.example.ping", content: ["n": 1], toAllDevicesOf: bob.myUserId,
                    transactionId: "once"))
            try await ann.sdnRestClient.sendDirectToDevice(
                payload: MXToDevicePayload(
                    eventType: "org.example.ping", content: ["n": 1], toAllDevicesOf: bob.myUserId,
                    transactionId: "once"))
            try await ann.sdnRestClient.sendDirectToDevice(
                payload: MXToDevicePayload(
                    eventType: "org.example.ping", content: ["n": 2], toAllDevicesOf: bob.myUserId,
                    transactionId: "twice"))
            _ = try await bobsLog.wait(for: "the second message") {
                $0.type == "org.example.ping" && $0.content["n"] == 2
            }
            return .array(await bobsLog.events(ofType: "org.example.ping").map { .object($0.content) })
        }
        await provenStep("a second device is listed, named, and removed with a proof") {
            let client = ann.sdnRestClient
            let second = try await accounts.logIn("ann", device: nil)
            let id = second.deviceId ?? ""
            try await client.setDeviceName("the second", forDevice: id)
            let listed = try await client.devices().compactMap(\.displayName).sorted()
            let asked = try await client.getSession(toDeleteDevice: id)
            let wrong = try await refusal {
                try await client.deleteDevice(id, authParameters: try accounts.proof(of: "ann", asked, isWrong: true))
            }
            try await client.deleteDevice(id, authParameters: try accounts.proof(of: "ann", asked))
            let gone = try await refusal { _ = try await client.device(withId: id) }
            let dead = try await refusal { _ = try await accounts.client(second).whoami() }
            return [
                "listed": .array(listed.map(JSONValue.string)),
                "stages": .array(asked.flows.flatMap(\.stages).map(JSONValue.string)), "wrong": wrong, "gone": gone,
                "dead": dead,
            ]
        }
        await step("a filter is kept and given back") {
            let filter = MXFilterJSONModel.syncFilterForLazyLoading(withMessageLimit: 7)
            let id = try await ann.sdnRestClient.setFilter(filter)
            return .bool(try await ann.sdnRestClient.getFilter(withFilterId: id) == filter)
        }
    }
}
