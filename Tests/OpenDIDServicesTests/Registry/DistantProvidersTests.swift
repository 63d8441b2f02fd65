import GRDB
import HeraldJSON
import Logging
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

/// Wallet provider, app provider and gateway whose registry is another process's.
@Suite("Providers whose registry is in another process")
struct DistantProvidersTests {
    private let agent: CoreWorld
    private let line = PeerLine()
    private let directory: TemporaryFolder

    init() async throws {
        let line = line
        directory = try TemporaryFolder()
        agent = try await CoreWorld { configuration in
            configuration.roles = [.tas, .list, .noti]
            configuration.peerTransport = line
        }
        line.connect(agent.router, at: CoreWorld.baseURL)
    }

    private func join(
        _ roles: Set<ServiceRole>, change: (inout ServicesConfiguration) -> Void = { _ in }
    ) async throws -> (router: ServiceRouter, assembly: ServicesAssembly) {
        let clock = agent.clock
        var configuration = ServicesConfiguration(roles: roles, storage: .directory(directory.url), now: { clock.now })
        DistantWorld.join(&configuration, over: line)
        change(&configuration)
        let assembly = try await ServicesAssembly(
            configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let late = LateHandler()
        let router = try await assembly.makeRouter(baseURL: "http://distant.test", local: late)
        late.set(router)
        return (router, assembly)
    }

    private func get(_ router: ServiceRouter, _ path: String, _ query: ServiceQuery) async -> ServiceResponse {
        await router.respond(to: ServiceRequest(method: "GET", path: path, query: query))
    }

    @Test("a gateway serves the registry's data, and reports if the registry does not answer")
    func gateway() async throws {
        let gateway = try await join([.gateway]).router
        let (document, meta) = (OpenDIDEndpoints.Gateway.didDoc.path, OpenDIDEndpoints.Gateway.vcMeta.path)
        let found = await get(gateway, document, ServiceQuery("did", "did:omn:tas"))
        #expect(try found.value(DIDDocVO.self).openDocument().id == "did:omn:tas")
        #expect(await get(gateway, document, ServiceQuery("did", "did:omn:nobody")).code == "SSRVAGW00300")
        line.cut(true)
        let down = await get(gateway, document, ServiceQuery("did", "did:omn:tas"))
        #expect(down.status == 503 && down.code == "SSRVAGW00200")
        #expect(await get(gateway, meta, ServiceQuery("vcId", "x")).code == "SSRVAGW00201")
        line.cut(false)
        #expect(await get(gateway, document, ServiceQuery("did", "did:omn:tas")) == found)
    }

    @Test("an app provider registers its seed's apps, and serves its certificate")
    func apps() async throws {
        let provider = try await join([.cas]) { $0.seed.allowedApps = ["org.example.app"] }.router
        #expect(try await agent.registry.allowedApps() == ["org.example.app"])
        let certificate = OpenDIDEndpoints.certificate(of: .cas).path
        #expect(await get(provider, certificate, ServiceQuery()).status == 200)
        line.cut(true)
        #expect(await get(provider, certificate, ServiceQuery()).code == "SCRVCFA00701")
    }

    @Test("unused attested devices are deleted if the registry confirms it, and not while it does not answer")
    func devices() async throws {
        let (provider, assembly) = try await join([.wallet]) { $0.limits.unusedWallets = 2 }
        var devices: [DIDDocument] = []
        for seed in 1...3 as ClosedRange<UInt64> {
            let device = try TestParty(seed: seed, created: agent.clock.now)
            let proven = try await device.proven(as: .device, at: agent.clock.now)
            let answer = await provider.respond(
                to: ServiceRequest(
                    method: "POST", path: OpenDIDEndpoints.WalletProvider.requestSignWallet.path,
                    body: try proven.canonicalBytes()))
            #expect(answer.status == 200)
            devices.append(device.document)
        }
        let owned = AdmittedDocument(document: devices[0], role: .Wallet, bytes: try devices[0].canonicalBytes())
        try await agent.registry.apply([.enterDocument(owned, at: agent.clock.now)])
        agent.clock.advance(by: ServiceLimits().unusedWallet + .seconds(1))
        func count() async throws -> Int {
            try await assembly.database.read { rows in
                try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM wallet_device") ?? 0
            }
        }
        line.cut(true)
        _ = try? await assembly.sweeper.sweep()
        #expect(try await count() == 3)
        line.cut(false)
        _ = try await assembly.sweeper.sweep()
        #expect(try await count() == 1)
        let left = try await assembly.database.read { rows in
            try Row.fetchOne(rows.sqlite, sql: "SELECT did, unused_since FROM wallet_device").map {
                ($0[0] as String, $0[1] as Int64?)
            }
        }
        #expect(left?.0 == devices[0].id && left?.1 == nil)
    }

    /// A trust agent that says nothing of devices.
    private struct Forgetful: ServiceHandler {
        let inner: any ServiceHandler

        func admit(_ head: ServiceRequest) async -> ServiceAdmittance { await inner.admit(head) }

        func respond(to request: ServiceRequest) async -> ServiceResponse {
            guard request.path == OpenDIDEndpoints.Registry.devices.path else {
                return await inner.respond(to: request)
            }
            return ServiceResponse(status: 200, body: Array(#"{"items":[]}"#.utf8))
        }
    }

    @Test("a device that the registry does not mention stays, and is asked about again")
    func unmentioned() async throws {
        let (provider, assembly) = try await join([.wallet])
        let device = try await TestParty(seed: 1, created: agent.clock.now).proven(as: .device, at: agent.clock.now)
        let attested = await provider.respond(
            to: ServiceRequest(
                method: "POST", path: OpenDIDEndpoints.WalletProvider.requestSignWallet.path,
                body: try device.canonicalBytes()))
        #expect(attested.status == 200)
        agent.clock.advance(by: ServiceLimits().unusedWallet + .seconds(1))
        func count() async throws -> Int {
            try await assembly.database.read { rows in
                try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM wallet_device") ?? 0
            }
        }
        line.connect(Forgetful(inner: agent.router), at: CoreWorld.baseURL)
        try await assembly.sweeper.sweep()
        #expect(try await count() == 1)
        line.connect(agent.router, at: CoreWorld.baseURL)
        try await assembly.sweeper.sweep()
        #expect(try await count() == 0)
    }

    @Test("a process without the trust agent names what it lacks: its address, the peers' token, a place for its keys")
    func lacking() async throws {
        func field(_ roles: Set<ServiceRole>, _ change: @escaping (inout ServicesConfiguration) -> Void) async
            -> String?
        {
            do {
                _ = try await join(roles, change: change)
                return nil
            } catch {
                return (error as? ServicesError)?.field
            }
        }
        #expect(await field([.gateway]) { $0.addresses = [:] } == "addresses.tas")
        #expect(await field([.gateway]) { $0.peerToken = nil } == "peerToken")
        #expect(await field([.verifier]) { $0.storage = .memory } == "storage")
        #expect(await field([.gateway]) { $0.storage = .memory } == nil)
        line.cut(true)
        #expect(await field([.gateway]) { _ in } == "addresses.tas")
    }
}
