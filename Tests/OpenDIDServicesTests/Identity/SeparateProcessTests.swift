import Foundation
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Servers in several processes")
struct SeparateProcessTests {
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func configuration(
        _ roles: Set<ServiceRole>, trustAgent: String? = nil, token: ServiceSecret? = "peers-of-the-process-tests",
        timeout: Duration = TestDeadline.time
    ) -> ServicesConfiguration {
        ServicesConfiguration(
            roles: roles, addresses: trustAgent.map { url in [.tas: url, .list: url, .noti: url] } ?? [:],
            enrolmentTimeout: timeout, storage: .directory(directory.url),
            peerToken: token)
    }

    @Test("a server enrols once over HTTP at another process's trust agent", .timeLimit(.minutes(10)))
    func enrolment() async throws {
        let agent = try await OpenDIDServices.start(configuration([.tas, .gateway, .list, .noti]))
        let issuer = try await OpenDIDServices.start(configuration([.issuer], trustAgent: agent.baseURL))
        let (data, _) = try await URLSession.lasting.data(
            from: #require(URL(string: issuer.baseURL + OpenDIDEndpoints.certificate(of: .issuer).path)))
        let policy = VerificationPolicy.certificate(
            of: "did:omn:issuer", role: .Issuer, issuers: ["did:omn:tas"], statuses: agent.registry)
        let report = await policy.verify(
            try SignedDocument([UInt8](data)), at: ServicesConfiguration.systemTime(), resolver: agent.registry)
        #expect(report.isValid, "\(report.failures)")
        let certificate = try VerifiableCredential(jsonBytes: [UInt8](data))
        let port = issuer.port
        await issuer.stop()
        var again = configuration([.issuer], trustAgent: agent.baseURL)
        again.port = port
        let second = try await OpenDIDServices.start(again)
        let provider = try #require(try await agent.registry.provider("did:omn:issuer"))
        #expect(try VerifiableCredential(jsonBytes: #require(provider.certificate)).id == certificate.id)
        #expect(provider.baseURL == second.baseURL)
        await second.stop()
        await agent.stop()
    }

    @Test("the registry refuses callers without the peers' token", .timeLimit(.minutes(10)))
    func strangers() async throws {
        let agent = try await OpenDIDServices.start(configuration([.tas]))
        await #expect {
            try await OpenDIDServices.start(
                configuration([.verifier], trustAgent: agent.baseURL, token: "a-guess-of-the-process-tests"))
        } throws: { error in
            (error as? ServicesError)?.code == .enrolment
        }
        #expect(try await agent.registry.resolve("did:omn:verifier", versionId: nil) == nil)
        await agent.stop()
    }

    @Test("a server that starts before its trust agent waits for it", .timeLimit(.minutes(10)))
    func early() async throws {
        let first = try await OpenDIDServices.start(configuration([.tas]))
        await first.stop()
        async let verifier = OpenDIDServices.start(
            configuration([.verifier], trustAgent: first.baseURL))
        var later = configuration([.tas])
        later.port = first.port
        let agent = try await OpenDIDServices.start(later)
        let waited = try await verifier
        #expect(try await agent.registry.provider("did:omn:verifier")?.isEnrolled == true)
        await waited.stop()
        await agent.stop()
    }

    @Test("an unreachable trust agent is reported", .timeLimit(.minutes(10)))
    func absent() async throws {
        await #expect {
            try await OpenDIDServices.start(
                configuration([.verifier], trustAgent: "http://127.0.0.1:1", timeout: .zero))
        } throws: { error in
            (error as? ServicesError)?.code == .enrolment
        }
    }
}
