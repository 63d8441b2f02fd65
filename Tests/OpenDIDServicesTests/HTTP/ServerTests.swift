import Foundation
import HeraldJSON
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The servers on a socket", .timeLimit(.minutes(10)))
struct ServerTests {
    private func send(
        _ services: OpenDIDServices, _ method: String, _ path: String, body: Data? = nil,
        headers: [String: String] = [:]
    ) async throws -> (HTTPURLResponse, JSONValue?) {
        var request = URLRequest(url: try #require(URL(string: services.baseURL + path)))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body
        let (data, response) = try await URLSession.lasting.data(for: request)
        return (try #require(response as? HTTPURLResponse), try? JSONValue(parsing: [UInt8](data)))
    }

    @Test("every role serves HTTP when start returns")
    func start() async throws {
        let services = try await OpenDIDServices.start()
        for role in [ServiceRole.tas, .issuer, .verifier, .cas, .wallet] {
            let (response, body) = try await send(services, "GET", OpenDIDEndpoints.certificate(of: role).path)
            #expect(response.statusCode == 200 && body?["type"]?.arrayValue?.last == "CertificateVC")
            #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json;charset=utf-8")
        }
        await services.stop()
    }

    @Test("refusals have their statuses and bodies on the wire")
    func refusals() async throws {
        let services = try await OpenDIDServices.start(ServicesConfiguration(roles: [.tas, .gateway, .list]))
        let (unknown, unknownBody) = try await send(services, "GET", "/nothing")
        #expect(unknown.statusCode == 404 && unknownBody?["code"] == "9404")
        let (method, _) = try await send(services, "GET", OpenDIDEndpoints.TAS.requestECDH.path)
        #expect(method.statusCode == 405 && method.value(forHTTPHeaderField: "Allow") == "POST")
        let (large, largeBody) = try await send(
            services, "POST", OpenDIDEndpoints.TAS.requestECDH.path,
            body: Data(repeating: 0x20, count: BodySize.standard + 1))
        #expect(large.statusCode == 413 && largeBody?["code"] == "9413")
        let (did, didBody) = try await send(
            services, "GET", OpenDIDEndpoints.Gateway.didDoc.path + "?did=did%3Aomn%3Atas")
        #expect(did.statusCode == 200 && didBody?["didDoc"]?.stringValue?.first == "m")
        let (target, _) = try await send(services, "HEAD", OpenDIDEndpoints.List.plans.path)
        #expect(target.statusCode == 200)
        await services.stop()
    }

    @Test("a public base URL that is no URL is refused with the field's name")
    func publicBaseURL() async throws {
        await #expect {
            try await OpenDIDServices.start(ServicesConfiguration(roles: [.tas], publicBaseURL: ""))
        } throws: { error in
            let error = error as? ServicesError
            return error?.code == .configuration && error?.field == "publicBaseURL"
        }
        let services = try await OpenDIDServices.start(ServicesConfiguration(roles: [.tas]))
        #expect(services.url.absoluteString == services.baseURL)
        await services.stop()
    }

    @Test(
        "a server's URL that clients could not use is refused with the field's name, before anything is stored",
        arguments: [
            ("id.example.org", nil, "publicBaseURL"), ("https://id.example.org?a", nil, "publicBaseURL"),
            (nil, "issuer.example.org", "addresses.issuer"),
        ] as [(String?, String?, String)])
    func webAddresses(publicURL: String?, issuer: String?, field: String) async throws {
        let directory = try TemporaryFolder()
        var configuration = ServicesConfiguration(roles: [.tas], publicBaseURL: publicURL)
        configuration.storage = .directory(directory.url.appendingPathComponent("data", isDirectory: true))
        configuration.addresses[.issuer] = issuer
        let error = await #expect(throws: ServicesError.self) { _ = try await OpenDIDServices.start(configuration) }
        #expect(error?.code == .configuration && error?.field == field)
        #expect(error?.reason.contains("such as https://example.org") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
    }

    @Test("a second process on the same port gets an error, and its storage does not change")
    func portInUse() async throws {
        let services = try await OpenDIDServices.start(ServicesConfiguration(roles: [.tas]))
        await #expect {
            try await OpenDIDServices.start(ServicesConfiguration(roles: [.tas], port: services.port))
        } throws: { error in
            (error as? ServicesError)?.code == .addressInUse
        }
        await services.stop()
        await services.stop()
        await services.waitUntilStopped()
        let response = await services.handler.respond(to: ServiceRequest(method: "GET", path: "/"))
        #expect(response.status == 503)
    }

    @Test(
        "the handler works in a process's own server, and the listening URL differs from the public one"
    )
    func handler() async throws {
        let services = try await OpenDIDServices.start(ServicesConfiguration(publicBaseURL: "https://id.example.org/"))
        let response = await services.handler.respond(
            to: ServiceRequest(method: "GET", path: OpenDIDEndpoints.certificate(of: .tas).path))
        let certificate: VerifiableCredential = try response.value()
        #expect(services.baseURL == "https://id.example.org")
        #expect(services.listeningURL == "http://127.0.0.1:\(services.port)")
        #expect(certificate.credentialSchema.id == "https://id.example.org/tas/api/v1/vc-schema?name=certificate")
        await services.stop()
    }

    @Test(
        "attack 26: behind a local proxy strangers are not the operator, and the operator is if the proxy is trusted",
        arguments: [
            ([], [:], 200), ([], ["X-Forwarded-For": "127.0.0.1"], 401), ([], ["Forwarded": "for=127.0.0.1"], 401),
            ([], ["X-Real-IP": "127.0.0.1"], 401),
            (["127.0.0.1"], ["X-Forwarded-For": "127.0.0.1"], 200),
            (["127.0.0.1"], ["X-Forwarded-For": "127.0.0.1, 192.0.2.1"], 401),
            (["127.0.0.1"], ["X-Forwarded-For": "junk"], 401),
        ] as [([String], [String: String], Int)])
    func operatorBehindProxy(trusted: [String], headers: [String: String], status: Int) async throws {
        let token = "9f1c4be07a52d83660ce1b7d45fa2e98"
        let services = try await OpenDIDServices.start(
            ServicesConfiguration(
                roles: [.tas], trustedProxies: trusted, operatorToken: ServiceSecret(token)))
        let (response, _) = try await send(
            services, "POST", OpenDIDEndpoints.TAS.updateUserStatus.path, body: Data("{}".utf8),
            headers: headers.merging(["Authorization": "Bearer \(token)"]) { $1 })
        // The endpoint's answer to the empty body does not matter here.
        #expect((response.statusCode == 401) == (status == 401))
        await services.stop()
    }

    @Test(
        "attack 93: over HTTP, a trusted request is neither a page's, nor forwarded, nor for an unknown host name",
        arguments: [
            ([:], 200), (["Origin": "http://attacker.example"], 401), (["Via": "1.1 proxy"], 401),
            (["X-Forwarded-For": "192.0.2.1"], 401),
            (["Host": "attacker.example"], 401), (["Host": "localhost"], 200),
        ] as [([String: String], Int)])
    func trustedNetwork(headers: [String: String], status: Int) async throws {
        var configuration = ServicesConfiguration(roles: [.tas, .verifier])
        configuration.trustedNetworks = ["loopback"]
        let services = try await OpenDIDServices.start(configuration)
        let (response, _) = try await send(services, "GET", OpenDIDEndpoints.Verifier.policies.path, headers: headers)
        #expect(response.statusCode == status)
        await services.stop()
    }

    @Test("attack 26: a body is not read without a route or token, and a stranger's body is limited")
    func bodiesAreNotRead() async throws {
        let services = try await OpenDIDServices.start(ServicesConfiguration(roles: [.tas]))
        for (path, status) in [("/nothing", 404), (OpenDIDEndpoints.TAS.updateUserStatus.path, 401)] {
            let (response, _) = try await send(services, "POST", path, body: Data(repeating: 0x20, count: 128 << 10))
            #expect(response.statusCode == status)
        }
        await services.stop()
    }
}
