import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Calls that pass the app's data on: keys, backups, addresses, scans")
struct RestClientHandedOnTests {
    /// The request that a call sent, after a successful answer.
    private func sent<T>(
        _ answer: String = "{}", status: Int = 200, _ call: (MXRestClient) async throws -> T
    ) async throws -> (request: String, body: JSONValue?, result: T) {
        let transport = ScriptedTransport([.answer(status, answer)])
        let client = MXRestClient.scripted(transport)
        client.identityServer = "https://id.example/"
        let result = try await call(client)
        let request = try #require(transport.last)
        let place = request.url.absoluteString.replacingOccurrences(of: "http://node.example/_api", with: "")
        return ("\(request.method) \(place)", try request.body.map { try JSONValue(parsing: $0) }, result)
    }

    @Test("keys of devices are uploaded, queried and claimed")
    func keys() async throws {
        let keys: JSONObject = ["a": 1]
        var call = try await sent(#"{"one_time_key_counts":{}}"#) {
            try await $0.uploadKeys(keys, oneTimeKeys: keys, fallbackKeys: nil)
        }
        #expect(call.request == "POST /client/r0/keys/upload" && call.result == ["one_time_key_counts": [:]])
        #expect(call.body == ["device_keys": ["a": 1], "one_time_keys": ["a": 1]])
        call = try await sent { client in
            try await client.uploadKeys(nil, oneTimeKeys: nil, fallbackKeys: keys, forDevice: "D E")
        }
        #expect(call.request == "POST /client/r0/keys/upload/D%20E" && call.body == ["fallback_keys": ["a": 1]])
        call = try await sent { client in try await client.downloadKeys(forUsers: ["@a:b", "@a:b"], token: "t") }
        #expect(
            call.request == "POST /client/r0/keys/query" && call.body == ["device_keys": ["@a:b": []], "token": "t"])
        call = try await sent { client in try await client.claimOneTimeKeys(for: ["@a:b": ["D": "signed_curve25519"]]) }
        #expect(
            call.request == "POST /client/r0/keys/claim"
                && call.body == ["one_time_keys": ["@a:b": ["D": "signed_curve25519"]]])
        call = try await sent(#"{"changed":["@a:b"]}"#) { client in try await client.keyChanges(from: "1", to: "2") }
        #expect(
            call.request == "GET /client/r0/keys/changes?from=1&to=2" && call.body == nil
                && call.result["changed"] == ["@a:b"])
        call = try await sent { client in try await client.uploadKeySignatures(["@a:b": ["D": [:]]]) }
        #expect(call.request == "POST /client/unstable/keys/signatures/upload" && call.body == ["@a:b": ["D": [:]]])
    }

    @Test("device-signing keys are uploaded, and a dehydrated device is set and read")
    func devices() async throws {
        let asked = try await sent(#"{"flows":[{"stages":["a"]}],"session":"s"}"#, status: 401) { client in
            try await client.authSessionToUploadDeviceSigningKeys()
        }
        #expect(
            asked.request == "POST /client/unstable/keys/device_signing/upload" && asked.body == [:]
                && asked.result.session == "s")
        let signed = try await sent { client in
            try await client.uploadDeviceSigningKeys(["master_key": [:]], authParams: ["type": "a"])
        }
        #expect(signed.request == asked.request && signed.body == ["master_key": [:], "auth": ["type": "a"]])
        let waiting = try await sent(#"{"device_id":"D"}"#) { client in try await client.getDehydratedDevice() }
        #expect(
            waiting.request == "GET /client/unstable/org.sdn.msc2697.v2/dehydrated_device"
                && waiting.result["device_id"] == "D")
        let set = try await sent(#"{"device_id":"D"}"#) { client in
            try await client.setDehydratedDevice(["device_data": [:]])
        }
        #expect(
            set.request == "PUT /client/unstable/org.sdn.msc2697.v2/dehydrated_device"
                && set.body == ["device_data": [:]] && set.result == "D")
        let claimed = try await sent(#"{"success":true}"#) { client in
            try await client.claimDehydratedDevice(withId: "D")
        }
        #expect(
            claimed.request == "POST /client/unstable/org.sdn.msc2697.v2/dehydrated_device/claim"
                && claimed.body == ["device_id": "D"] && claimed.result)
    }

    @Test("backups of keys are created, changed and read")
    func backups() async throws {
        let version: JSONObject = ["algorithm": "a", "auth_data": [:], "version": "1"], key: JSONObject = ["k": 1]
        let created = try await sent(#"{"version":"1"}"#) { client in try await client.createKeyBackupVersion(version) }
        #expect(
            created.request == "POST /client/r0/room_keys/version" && created.body == .object(version)
                && created.result == "1")
        let updated = try await sent { client in try await client.updateKeyBackupVersion(version) }
        #expect(updated.request == "PUT /client/r0/room_keys/version/1" && updated.body == .object(version))
        let unnamed =
            await failure { try await MXRestClient.scripted(ScriptedTransport([])).updateKeyBackupVersion([:]) }
            as? SDNSDKError
        #expect(unnamed?.code == .invalidArgument && unnamed?.field == "version")
        #expect(
            try await sent { client in try await client.deleteKeyBackupVersion("1") }.request
                == "DELETE /client/r0/room_keys/version/1")
        #expect(
            try await sent { client in try await client.keyBackupVersion("1") }.request
                == "GET /client/r0/room_keys/version/1")
        #expect(
            try await sent { client in try await client.keyBackupVersion(nil) }.request
                == "GET /client/r0/room_keys/version")
        let one = try await sent { client in
            try await client.sendKeyBackup(key, room: "!r:x", session: "s/1", version: "1")
        }
        #expect(one.request == "PUT /client/r0/room_keys/keys/%21r%3Ax/s%2F1?version=1" && one.body == .object(key))
        let room = try await sent { client in try await client.sendRoomKeysBackup(key, room: "!r:x", version: "1") }
        #expect(room.request == "PUT /client/r0/room_keys/keys/%21r%3Ax?version=1" && room.body == .object(key))
        let all = try await sent { client in try await client.sendKeysBackup(key, version: "1") }
        #expect(all.request == "PUT /client/r0/room_keys/keys?version=1" && all.body == .object(key))
        let read = try await sent(#"{"k":1}"#) { client in
            try await client.keyBackup(forSession: "s", inRoom: "!r:x", version: "1")
        }
        #expect(read.request == "GET /client/r0/room_keys/keys/%21r%3Ax/s?version=1" && read.result == key)
        #expect(
            try await sent { client in try await client.keysBackup(inRoom: "!r:x", version: "1") }.request
                == "GET /client/r0/room_keys/keys/%21r%3Ax?version=1")
        #expect(
            try await sent { client in try await client.keysBackup("1") }.request
                == "GET /client/r0/room_keys/keys?version=1")
        let gone = try await sent { client in try await client.deleteKey(fromBackup: "!r:x", session: "s", version: "1")
        }
        #expect(gone.request == "DELETE /client/r0/room_keys/keys/%21r%3Ax/s?version=1" && gone.body == nil)
    }

    @Test("addresses of an account are added, listed and removed")
    func addresses() async throws {
        let list = try await sent(#"{"threepids":[{"medium":"email","address":"a@b","validated_at":1,"added_at":2}]}"#)
        { client in
            try await client.thirdPartyIdentifiers()
        }
        #expect(
            list.request == "GET /client/r0/account/3pid" && list.result.map(\.address) == ["a@b"]
                && list.result.first?.addedAt == 2)
        let old = try await sent { client in
            try await client.addThirdPartyIdentifier("s", clientSecret: "c", bind: true)
        }
        #expect(old.request == "POST /client/r0/account/3pid")
        #expect(
            old.body == [
                "three_pid_creds": ["sid": "s", "client_secret": "c", "id_server": "id.example"], "bind": true,
            ])
        let only = try await sent { client in
            try await client.addThirdPartyIdentifierOnly(
                withSessionId: "s", clientSecret: "c", authParameters: ["type": "a"])
        }
        #expect(
            only.request == "POST /client/unstable/account/3pid/add"
                && only.body == ["sid": "s", "client_secret": "c", "auth": ["type": "a"]])
        let removed = try await sent { client in try await client.remove3PID(address: "a@b", medium: "email") }
        #expect(
            removed.request == "POST /client/unstable/account/3pid/delete"
                && removed.body == ["address": "a@b", "medium": "email"])
        let bound = try await sent { client in try await client.bind3Pid(withSessionId: "s", clientSecret: "c") }
        #expect(
            bound.request == "POST /client/unstable/account/3pid/bind"
                && bound.body == ["sid": "s", "client_secret": "c", "id_server": "id.example"])
        let unbound = try await sent { client in try await client.unbind3Pid(withAddress: "a@b", medium: "email") }
        #expect(unbound.request == "POST /client/unstable/account/3pid/unbind")
        #expect(unbound.body == ["address": "a@b", "medium": "email", "id_server": "id.example"])
        let unset =
            await failure {
                try await MXRestClient.scripted(ScriptedTransport([])).bind3Pid(withSessionId: "s", clientSecret: "c")
            } as? SDNSDKError
        #expect(unset?.code == .missingIdentityServer)
    }

    @Test("proofs of addresses, password resets and login tokens are requested", arguments: [true, false])
    func tokens(isDuringRegistration: Bool) async throws {
        let place = isDuringRegistration ? "register" : "account/3pid"
        let mail = try await sent(#"{"sid":"s"}"#) { client in
            try await client.requestToken(
                forEmail: "a@b", isDuringRegistration: isDuringRegistration, clientSecret: "c", sendAttempt: 2,
                nextLink: "https://n")
        }
        #expect(mail.request == "POST /client/r0/\(place)/email/requestToken" && mail.result == "s")
        #expect(mail.body == ["email": "a@b", "client_secret": "c", "send_attempt": 2, "next_link": "https://n"])
        let call = try await sent(#"{"sid":"s"}"#) { client in
            try await client.requestToken(
                forPhoneNumber: "0123", isDuringRegistration: isDuringRegistration, countryCode: "GB",
                clientSecret: "c", sendAttempt: 1, nextLink: nil)
        }
        #expect(call.request == "POST /client/r0/\(place)/msisdn/requestToken" && call.result["sid"] == "s")
        #expect(call.body == ["phone_number": "0123", "country": "GB", "client_secret": "c", "send_attempt": 1])
        let forgotten = try await sent(#"{"sid":"s"}"#) { client in
            try await client.forgetPassword(forEmail: "a@b", clientSecret: "c", sendAttempt: 1)
        }
        #expect(forgotten.request == "POST /client/r0/account/password/email/requestToken")
        #expect(forgotten.body == ["email": "a@b", "client_secret": "c", "send_attempt": 1] && forgotten.result == "s")
        let reset = try await sent { client in try await client.resetPassword(parameters: ["new_password": "p"]) }
        #expect(reset.request == "POST /client/r0/account/password" && reset.body == ["new_password": "p"])
        let token = try await sent(#"{"login_token":"secret-token","expires_in":5}"#) { client in
            try await client.generateLoginToken()
        }
        #expect(token.request == "POST /client/unstable/org.sdn.msc3882/login/token" && token.body == [:])
        #expect(token.result.token == "secret-token" && token.result.expiresIn == .seconds(5))
        #expect(!"\(token.result) \(String(reflecting: token.result))".contains("secret-token"))
    }

    @Test("scans of files are sent to the scanner, without the access token")
    func scans() async throws {
        let answers = Array(
            repeating: ScriptedTransport.Step.answer(200, #"{"clean":true,"public_key":"k"}"#), count: 4)
        let transport = ScriptedTransport(answers)
        let client = MXRestClient.scripted(transport)
        client.antivirusServer = "https://scan.example"
        #expect(try await client.getAntivirusServerPublicKey() == "k")
        #expect(try await client.scanUnencryptedContent("mxc://a.b/c")["clean"] == true)
        #expect(try await client.scanEncryptedContent(["url": "mxc://a/b"])["clean"] == true)
        #expect(try await client.scanEncryptedContentWithSecureExchange(["mac": "m"])["clean"] == true)
        let base = "https://scan.example/_api/media_proxy/unstable/"
        #expect(
            transport.requests.map { "\($0.method) \($0.url.absoluteString)" } == [
                "GET \(base)public_key", "GET \(base)scan/a.b/c", "POST \(base)scan_encrypted",
                "POST \(base)scan_encrypted",
            ])
        #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == nil })
        #expect(try JSONValue(parsing: transport.requests[2].body ?? []) == ["file": ["url": "mxc://a/b"]])
        #expect(try JSONValue(parsing: transport.requests[3].body ?? []) == ["encrypted_body": ["mac": "m"]])
        #expect(
            (await failure { try await client.scanUnencryptedContent("http://a/b") } as? SDNSDKError)?.code
                == .invalidArgument)
        client.antivirusServer = "no address"
        #expect(
            (await failure { try await client.getAntivirusServerPublicKey() } as? SDNSDKError)?.code == .invalidArgument
        )
    }
}
