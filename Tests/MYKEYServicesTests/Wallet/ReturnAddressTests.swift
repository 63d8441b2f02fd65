import Foundation
import HeraldKeys
import MYKEYWire
import Testing

@testable import MYKEYServices

@Suite("Return URLs of the answering wallet (MYKEY sheet 5.2)")
struct ReturnAddressTests {
    @Test(
        "a callback that is not the dapp's own scheme is never opened, and nothing is shown or posted",
        arguments: [
            "javascript:alert(1)", "JavaScript://x/%0aalert(1)", "data:text/html,x", "file:///etc/passwd",
            "http://evil.org/", "https://evil.org/",
            "vbscript:x", "intent://x#Intent;end", "mykey://mykey.org/", "no url", "demo scheme://x",
            "demoscheme://x/\u{202E}",
            "demoscheme://x/" + String(repeating: "a", count: 2048),
        ])
    func callbacks(callback: String) async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(callback: callback)))
        #expect(outcome.end == .refused)
        #expect(outcome.returnURL == nil)
        #expect(fixture.person.saw.isEmpty && fixture.server.bodies.isEmpty)
    }

    private static func goesBack(to callback: String, _ policy: WalletPolicy = WalletPolicy()) async throws -> Bool {
        let outcome = await (try WalletFixture()).wallet(policy: policy).answer(
            url: try WalletFixture.url(WalletFixture.request(callback: callback)))
        return outcome.returnURL != nil
    }

    @Test(
        "attack 30: a signature is returned only to the dapp's own scheme, whatever the host after it",
        arguments: [
            "ftp", "smb", "ms-msdt", "search-ms", "x-apple.systempreferences", "mailto", "sms", "tel", "ssh", "ldap",
            "nfs", "itms-apps", "market",
            "vnc", "telnet", "git+ssh", "web+coffee", "ms-word", "com.apple.tv", "com.android.settings", "x-callback",
            "view-source", "metamask",
            "a", "soap.beep", "z39.50r", "file.x", "shortcuts", "whatsapp", "wc", "-a", "a..b",
        ])
    func foreignScheme(scheme: String) async throws {
        for rest in ["://mykeywallet.mykey.org?callBackId=1", "://evil.org/x?callBackId=1", ":x?callBackId=1"] {
            #expect(try await !Self.goesBack(to: scheme + rest), "\(scheme)\(rest)")
        }
    }

    @Test("a dapp's own scheme is opened in the forms of stock dapps, and other schemes if the owner allows them")
    func ownScheme() async throws {
        for callback in [
            "demoscheme://mykeywallet.mykey.org?callBackId=1", "demoscheme://back?x=1",
            "eosknights2://simplewallet.mykey.org?callBackId=1",
            "my-dapp://mykeywallet.mykey.org?action=login&callBackId=1", "org.harbour.app://back?callBackId=1",
            "DemoScheme://back?callBackId=1",
        ] {
            #expect(try await Self.goesBack(to: callback), "\(callback)")
        }
        var policy = WalletPolicy()
        policy.allowedSchemes = ["My-Dapp", "ftp", "javascript"]
        #expect(try await !Self.goesBack(to: "my-dapp://back?callBackId=1"))
        #expect(try await Self.goesBack(to: "my-dapp://back?callBackId=1", policy))
        #expect(try await Self.goesBack(to: "ftp://back?callBackId=1", policy))
        #expect(try await !Self.goesBack(to: "javascript://back?callBackId=1", policy))
        policy.allowsWebCallbacks = true
        #expect(try await Self.goesBack(to: "http://127.0.0.1:8080/back?callBackId=1", policy))
        #expect(try await !Self.goesBack(to: "http://dapp.example/back?callBackId=1", policy))
    }

    @Test("web callbacks are opened only if the owner allows them")
    func webCallback() async throws {
        var policy = WalletPolicy()
        policy.allowsWebCallbacks = true
        let url = try WalletFixture.url(WalletFixture.request(callback: "https://dapp.example/back?x=1&callBackId=7"))
        let outcome = await (try WalletFixture()).wallet(policy: policy).answer(url: url)
        #expect(
            outcome.returnURL?.hasPrefix("https://dapp.example/back?x=1&action=login&callBackId=7&result=1&payload=")
                == true)
    }

    @Test("a SimpleWallet link without a callback is answered to its server only, and refused if it names none")
    func simpleWalletWithoutCallback() async throws {
        for callback: String? in [nil, ""] {
            for server: String? in ["https://dapp.example/login", nil] {
                let fixture = try WalletFixture()
                let request = WalletFixture.request(
                    .login(.init(loginUrl: server)), protocol: .simpleWallet, appKey: nil, callback: callback)
                let text = try WalletFixture.url(request, form: .simpleWallet)
                let outcome = await fixture.wallet().answer(url: text)
                #expect(outcome.isSuccess == (server != nil) && outcome.returnURL == nil, "\(outcome)")
                #expect(fixture.server.bodies.count == (server != nil ? 1 : 0))
            }
        }
    }

    @Test("an SDK's link without a callback is refused, even if it names a server")
    func noCallback() async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(callback: nil)))
        #expect(outcome.end == .refused && outcome.returnURL == nil)
        #expect(fixture.server.bodies.isEmpty)
    }
}
