import Foundation
import MYKEYWire
import Testing

@testable import MYKEYServices

// Which addresses a posting goes to: those that were checked, and no others.
extension HTTPCallbackTransportTests {
    @Test("a private address is refused before anything is sent, unless it is allowed")
    func privateAddress() async throws {
        let peer = try PeerServer(.reply(status: 200, body: #"{"code":0}"#))
        defer { peer.stop() }
        for text in [
            "https://127.0.0.1:\(peer.port)/", "https://[::1]:\(peer.port)/",
            "https://[::ffff:127.0.0.1]:\(peer.port)/",
        ] {
            let server = try ServerAddress(text)
            guard case .refused(let error) = await transport(.publicOnly).post(Self.body, to: server) else {
                Issue.record("a refusal was expected")
                return
            }
            #expect(error.code == .addressRefused)
            #expect(await transport(.publicOnly).refusal(of: server)?.code == .addressRefused)
        }
        for text in [
            "https://10.0.0.1/", "https://169.254.169.254/", "https://[fd00::1]/", "https://224.0.0.1/",
            "http://8.8.8.8/",
        ] {
            #expect(await transport().refusal(of: try ServerAddress(text)) != nil)
        }
        #expect(peer.connections == 0)
        #expect(
            await transport().post(Self.body, to: try server(peer.port))
                == .answered(CallbackReply(code: 0, message: "")))
    }

    @Test("a name is refused if any of its addresses is private")
    func privateName() async throws {
        let server = try ServerAddress("https://dapp.example/login")
        for addresses in [
            ["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["2606:4700::1111", "fe80::1"], ["::ffff:192.168.0.1"],
        ] {
            let transport = HTTPCallbackTransport(resolver: ResolverOf(addresses)) { [pauses] in pauses.sleep($0) }
            guard case .refused = await transport.post(Self.body, to: server) else {
                Issue.record("\(addresses) should be refused")
                continue
            }
        }
        #expect(await transport(.publicOnly, resolver: ResolverOf([])).refusal(of: server) == nil)
    }

    @Test("localhost is refused because of its addresses")
    func localhost() async throws {
        #expect(
            await transport(.publicOnly).refusal(of: try ServerAddress("https://localhost/"))?.code == .addressRefused)
    }

    @Test("a name that changes its address between check and post reaches only the checked address")
    func rebinding() async throws {
        let peer = try PeerServer(.reply(status: 200, body: #"{"code":0}"#))
        defer { peer.stop() }
        let server = try ServerAddress("https://dapp.example:\(peer.port)/")
        let transport = transport(.publicOnly, resolver: NamedAddresses(["8.8.8.8"], ["127.0.0.1"]))
        #expect(await transport.refusal(of: server) == nil)
        guard case .refused = await transport.post(Self.body, to: server) else {
            Issue.record("a refusal was expected")
            return
        }
        #expect(peer.connections == 0)
    }

    @Test("the connection goes only to the checked address")
    func pinned() async throws {
        let peer = try PeerServer(.reply(status: 200, body: #"{"code":0}"#))
        defer { peer.stop() }
        // `.example` resolves nowhere, so that only the given address can have been used.
        let server = try ServerAddress("http://dapp.example:\(peer.port)/login")
        #expect(
            await transport(resolver: ResolverOf(["127.0.0.1"])).post(Self.body, to: server)
                == .answered(CallbackReply(code: 0, message: "")))
        #expect(peer.requests.first?.header("Host") == "dapp.example:\(peer.port)")
    }

    #if os(Linux)
    @Test("no socket is opened to an unchecked address, however libcurl reads the URL")
    func guardedSocket() async throws {
        let peer = try PeerServer(.reply(status: 200, body: #"{"code":0}"#))
        defer { peer.stop() }
        let foreign = [try #require(NetworkAddress("192.0.2.1"))]
        func send(_ host: String) async throws -> ExchangeOutcome {
            let destination = Destination(server: try ServerAddress("http://\(host):\(peer.port)/"), addresses: foreign)
            return await ClientExchange().send(
                PostExchange(
                    destination: destination, body: [0x7B, 0x7D], userAgent: "test", time: .milliseconds(300),
                    limits: TransportLimits(),
                    trustedCertificates: nil))
        }
        #expect(try await send("127.0.0.1") == .failed(.addressRefused))
        // A name goes where it is pinned to, and nobody is there.
        guard case .failed = try await send("localhost") else {
            Issue.record("a failure was expected")
            return
        }
        #expect(peer.connections == 0)
    }
    #endif

    @Test("a name that cannot be resolved is tried three times and is a network failure")
    func unknownName() async throws {
        guard
            case .failed(let error) = await transport(resolver: ResolverOf([])).post(
                Self.body, to: try ServerAddress("https://dapp.example/"))
        else {
            Issue.record("a failure was expected")
            return
        }
        #expect(error.code == .network)
        #expect(pauses.pauses.count == 2)
    }
}
