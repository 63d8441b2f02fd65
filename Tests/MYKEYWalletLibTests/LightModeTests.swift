import Foundation
import HeraldJSON
import MYKEYWalletLib
import MYKEYWire
import Testing

@Suite("Light mode")
struct LightModeTests {
    /// The digests are another implementation's.
    @Test(
        "the dapp's key is the lower-case MD5 of the fixed prefix and the name",
        arguments: [("DappNameA", "cc7de5b03642d52fe9f8900f585af2c4"), ("哆啦A梦", "a3c37779eec4167050420f152f9f677f")])
    func appKey(name: String, key: String) {
        #expect(LightIdentity.appKey(dappName: name) == key)
        let request = InitSimpleRequest()
        request.dappName = name
        #expect(InitRequest(initSimpleRequest: request).appKey == key)
        #expect(DappConfiguration.light(dappName: name, scheme: "s").appKey == key)
    }

    @Test("a binding request that is made from a simple one copies everything and calls itself MYKEYSimple")
    func conversion() {
        let simple = InitSimpleRequest()
        simple.dappName = "Harbour"
        simple.dappIcon = "https://harbour.example/icon.png"
        simple.scheme = "demoscheme"
        simple.disableInstall = true
        simple.contractPromptFree = true
        simple.installPage = "https://harbour.example/wallets"
        simple.userID = "u-1"
        let request = InitRequest(initSimpleRequest: simple)
        #expect(
            request.dappName == "Harbour" && request.dappIcon == "https://harbour.example/icon.png"
                && request.scheme == "demoscheme")
        #expect(
            request.disableInstall && request.contractPromptFree
                && request.installPage == "https://harbour.example/wallets")
        #expect(request.uuidText == "u-1" && request.protocol == "MYKEYSimple" && simple.protocol == "MYKEYSimple")
    }

    @Test("two dapps on one device send two user IDs, and a dapp sends another one after each initialisation")
    func idsDiffer() {
        let ids = (0..<64).map { DappConfiguration.light(dappName: "Harbour \($0 % 2)", scheme: "s").userID }
        #expect(Set(ids).count == ids.count)
    }

    @Test("the user ID is a random UUID in upper case")
    func idForm() throws {
        for _ in 0..<64 {
            let text = LightIdentity.randomUserID()
            let id = try #require(UUID(uuidString: text))
            #expect(id.uuidString == text && text == text.uppercased())
            // Version 4: made of random bits, of nothing that belongs to the device.
            #expect(text.dropFirst(14).first == "4")
        }
    }

    @Test("no request contains an ID of the device")
    func noDeviceID() async throws {
        var device: [String] = [ProcessInfo.processInfo.hostName]
        for file in ["/etc/machine-id", "/var/lib/dbus/machine-id", "/sys/class/dmi/id/product_uuid"] {
            if let text = try? String(contentsOfFile: file, encoding: .utf8) {
                device.append(text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        let fixture = Fixture(.light(dappName: "Harbour", scheme: "demoscheme"))
        let (task, asked) = try await fixture.login()
        let sent =
            fixture.opener.urls.joined().lowercased()
            + String(decoding: asked.json.serialized(), as: UTF8.self).lowercased()
        for id in device where id.count > 7 {
            #expect(
                !sent.contains(id.lowercased())
                    && !sent.contains(id.lowercased().replacingOccurrences(of: "-", with: "")))
        }
        task.cancel()
        _ = await task.value
    }

    @Test("an app that wants a stable ID names it")
    func chosenID() {
        #expect(DappConfiguration.light(dappName: "Harbour", scheme: "s", userID: "vendor-1").userID == "vendor-1")
    }
}
