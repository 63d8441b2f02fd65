import Testing
@testable import SDNWire

@Suite("The path of an endpoint that a client uses")
struct EndpointPathTests {
    private let endpoint = Endpoint<NoInput, EmptyObject>(
        .get, .client(.unstable), "org.example/x", history: .matrix(.v1(3)),
        variants: [
            EndpointVariant(.client(.v1), "x", since: .v1(3)), EndpointVariant(.client(.v3), "y", since: .v1(9)),
            EndpointVariant(.root, "old"),
        ])

    @Test("without the server's releases, the path is the declared one")
    func unknown() {
        #expect(endpoint.path(for: nil) == endpoint.path)
        #expect(Endpoints.sync.path(for: nil).area == .client(.r0))
    }

    @Test(
        "with the server's releases, the path is the newest that they have",
        arguments: [
            (["r0.6.1"], "org.example/x"), (["v1.2"], "org.example/x"), (["r0.6.1", "v1.3"], "x"), (["v1.8"], "x"),
            (["v1.9", "v1.1"], "y"),
            (["v1.18"], "y"), (["org.example", "v", "v1", "v1.x"], "org.example/x"),
        ])
    func newest(versions: [String], path: String) {
        #expect(endpoint.path(for: versions.compactMap(MatrixVersion.init)).text == path)
    }

    @Test("v3 replaces r0 from Matrix 1.1 on, but never for SendingNetwork's additions")
    func stable() {
        #expect(Endpoints.sync.path(for: [.v1(1)]).area == .client(.v3))
        #expect(Endpoints.sync.path(for: [MatrixVersion(major: 0, minor: 6)]).area == .client(.r0))
        #expect(Endpoints.loginRandom.path(for: [.v1(11)]).area == .client(.r0))
    }

    @Test(
        "well-formed names of releases are read, and others are refused",
        arguments: [
            ("r0.6.1", "r0.6"), ("r0.0.1", "r0.0"), ("v1.11", "v1.11"), ("v1.1", "v1.1"), ("v0.1", nil), ("r1.0", nil),
            ("1.1", nil), ("", nil),
            ("v1.-1", nil), ("v1.1.1.1", nil), ("v1.", nil),
        ] as [(String, String?)])
    func releases(text: String, expected: String?) {
        #expect(MatrixVersion(text)?.description == expected)
    }

    @Test("an endpoint with another request or response type keeps everything else")
    func forms() {
        let other = endpoint.taking(BodyRequest.self).answering(RawJSON.self)
        #expect(EndpointFacts("x", other) == EndpointFacts("x", endpoint))
    }
}
