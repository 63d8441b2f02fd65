import MYKEYWire
import Testing

@testable import MYKEYServices

#if os(Linux)
@Suite("TLS to a dapp's server", .enabled(if: TLSPeer.isAvailable))
struct TLSTests {
    let pauses = PauseLog()

    func transport(_ certificates: String?) -> HTTPCallbackTransport {
        HTTPCallbackTransport(
            rules: .loopbackToo, resolver: ResolverOf(["127.0.0.1"]), trustedCertificates: certificates
        ) { [pauses] in
            pauses.sleep($0)
        }
    }

    @Test(
        "an untrusted certificate is refused at once, and a trusted one is accepted only for its name"
    )
    func certificates() async throws {
        let peer = try TLSPeer(host: "dapp.example")
        let named = try ServerAddress("https://dapp.example:\(peer.port)/login")
        guard case .failed(let error) = await transport(nil).post([0x7B, 0x7D], to: named) else {
            Issue.record("a failure was expected")
            return
        }
        #expect(error.reason == ExchangeFailure.insecure.sentence)
        #expect(pauses.pauses.isEmpty)
        let trusting = transport(peer.certificate)
        #expect(await trusting.post([0x7B, 0x7D], to: named) == .answered(CallbackReply(code: 0, message: "tls")))
        let other = try ServerAddress("https://other.example:\(peer.port)/login")
        guard case .failed(let error) = await trusting.post([0x7B, 0x7D], to: other) else {
            Issue.record("a failure was expected")
            return
        }
        #expect(error.reason == ExchangeFailure.insecure.sentence)
    }
}
#endif
