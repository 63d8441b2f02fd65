import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("Plain HTTP and long answers")
struct PlainHTTPTests {
    private func addresses(_ text: String) throws -> ServiceAddresses {
        ServiceAddresses(all: try #require(URLText.url(text)))
    }

    @Test("a gateway on another machine is not called over plain HTTP unless the configuration allows it")
    func beyond() async throws {
        let asked = CountingTransport(
            .success(ServiceAnswer(status: 400, body: Array(#"{"code":"SSRVAGW00301"}"#.utf8))))
        func trust(_ text: String, insecure: Bool = false) throws -> GatewayTrust {
            var addresses = try addresses(text)
            addresses.allowsPlainHTTP = insecure
            return GatewayTrust(
                anchors: TrustAnchors(tas: "did:omn:tas"), addresses: addresses, transport: asked,
                now: { TrustStage.now })
        }
        for text in [
            "http://id.example.org", "http://192.0.2.7:8090", "http://127.0.0.1.example.org", "http://0.0.0.0",
            "HTTP://id.example.org",
        ] {
            let trust = try trust(text)
            #expect(await refusal { try await trust.registered("did:omn:tas") }?.code == .transport, "\(text)")
        }
        #expect(asked.count == 0)
        for (number, text) in [
            "https://id.example.org", "http://127.0.0.1:1", "http://127.9.9.9", "http://localhost:1", "http://[::1]:1",
        ].enumerated() {
            #expect(try await trust(text).registered("did:omn:tas") == nil, "\(text)")
            #expect(asked.count == number + 1, "\(text)")
        }
        #expect(try await trust("http://id.example.org", insecure: true).registered("did:omn:tas") == nil)
    }

    @Test("a URL that a server names is not requested over plain HTTP on another machine, even at an allowed host")
    func named() throws {
        var addresses = try addresses("http://127.0.0.1:8090")
        addresses.otherHosts = ["id.example.org"]
        #expect(addresses.allows("https://id.example.org/schema"))
        #expect(!addresses.allows("http://id.example.org/schema"))
        #expect(addresses.allows("http://127.0.0.1:9/schema"))
        addresses.allowsPlainHTTP = true
        #expect(addresses.allows("http://id.example.org/schema"))
    }

    @Test("URLs that were allowed are sent again, and make no other URL allowed")
    func remembered() async throws {
        let asked = CountingTransport(.success(ServiceAnswer(status: 200, body: [])))
        let carrier = PlainHTTPGuard(inner: asked, addresses: try addresses("http://127.0.0.1:1"))
        func send(_ url: String) async throws {
            _ = try await carrier.send(ServiceCall(role: nil, method: .get, url: url, body: nil))
        }
        // More URLs than are remembered.
        for number in 0..<100 {
            for _ in 0..<2 { try await send("http://127.0.0.1:1/\(number)") }
            for _ in 0..<2 {
                await #expect(throws: TransportFailure.self) { try await send("http://id.example.org/\(number)") }
            }
        }
        #expect(asked.count == 200)
    }

    @Test("a wallet sends nothing over plain HTTP to another machine")
    func wallet() async throws {
        let world = VaultWorld()
        let asked = CountingTransport(.failure(TransportFailure(.cannotConnect, reason: "")))
        let wallet = OpenDIDWallet(
            vault: try await world.open(.memory),
            configuration: WalletConfiguration(
                addresses: try addresses("http://id.example.org"), anchors: TrustAnchors(tas: "did:omn:tas"),
                appId: "AID202411abcdefghijk",
                pkgName: VaultWorld.app, retryDelays: [.zero]),
            transport: asked, now: { world.now() })
        let error = await refusal { try await wallet.create() }
        #expect(error?.code == .transport)
        #expect(error?.reason.contains("plain HTTP") == true)
        #expect(asked.count == 0)
    }

    @Test("an answer that is too long is not requested again, and after a broken connection it is")
    func tooLong() async throws {
        for (kind, count) in [
            (TransportFailure.Kind.answerTooLarge, 1), (.malformedURL, 1), (.connectionLost, 3), (.timedOut, 3),
        ] {
            let transport = CountingTransport(.failure(TransportFailure(kind, reason: "")))
            let runner = FlowRunner(transport: transport, retryDelays: [.zero, .zero])
            let call = ServiceCall(role: .tas, method: .get, url: TrustStage.base)
            #expect(await refusal { try await runner.send(call) }?.code == .transport)
            #expect(transport.count == count, "\(kind)")
        }
    }

    @Test("a call to a malformed URL has the original wallet's number for it")
    func malformed() async throws {
        let runner = FlowRunner(transport: URLSessionServiceTransport(), retryDelays: [])
        for url in ["ftp://id.example.org/", "id.example.org/x", ""] {
            let call = ServiceCall(role: .tas, method: .get, url: url)
            let error = await refusal { try await runner.send(call) }
            #expect(error?.code == .transport && error?.upstreamCode == "MSDKCMM00001")
        }
        let silent = FlowRunner(
            transport: CountingTransport(.failure(TransportFailure(.timedOut, reason: ""))), retryDelays: [])
        let error = await refusal { try await silent.send(ServiceCall(role: .tas, method: .get, url: TrustStage.base)) }
        #expect(error?.upstreamCode == "MSDKCMM00000")
    }

    @Test("a run's secret is stored in the journal unchanged and is printed nowhere")
    func secrets() throws {
        let secret = FlowSecret([0xDE, 0xAD, 0xBE, 0xEF])
        let copy = try JSONCopy.copied(secret)
        #expect(copy.exposedBytes == [0xDE, 0xAD, 0xBE, 0xEF])
        var dumped = "\(copy) \(String(reflecting: copy))"
        dump(copy, to: &dumped)
        for text in ["dead", "222", "DE"] { #expect(!dumped.contains(text), "\(text)") }
        #expect(FlowSecret([]).exposedBytes.isEmpty)
    }

    @Test("overwriting the copies of a run's secret changes neither the secret nor bytes that somebody else keeps")
    func erasedSecrets() throws {
        let kept: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]
        let secret = FlowSecret(erasing: kept)
        #expect(kept == [0xDE, 0xAD, 0xBE, 0xEF])
        let shown = secret.withBytes { $0 }
        #expect(shown == kept)
        #expect(secret.exposedBytes == kept)
        let failing: ([UInt8]) throws -> Void = { _ in throw WalletError(.keyForm, reason: "on purpose") }
        #expect(throws: WalletError.self) { try secret.withBytes(failing) }
        #expect(secret.exposedBytes == kept)
        let nothing = FlowSecret(erasing: []).withBytes { $0 }
        #expect(nothing.isEmpty)
    }
}

/// Answers every call with the same, and counts them.
private final class CountingTransport: ServiceTransport {
    private let result: Result<ServiceAnswer, TransportFailure>
    private let calls = Mutex(0)

    init(_ result: Result<ServiceAnswer, TransportFailure>) { self.result = result }

    var count: Int { calls.withLock { $0 } }

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        calls.withLock { $0 += 1 }
        return try result.get()
    }
}
