import SDNWire
import TestSupport
import Testing

@Suite("Paths")
struct PathTests {
    @Test("IDs with every reserved character are one path segment")
    func reservedCharacters() throws {
        let path = try Endpoints.sendEvent.path.render(
            root: .api, parameters: ["roomId": "!a/b:c d", "eventType": "m.room.message", "txnId": "#$%é"])
        #expect(path == "/_api/client/r0/rooms/%21a%2Fb%3Ac%20d/send/m.room.message/%23%24%25%C3%A9")
    }

    @Test("an empty state key ends the path after the type")
    func emptyStateKey() throws {
        let path = try Endpoints.setState.path.render(
            root: .matrix, parameters: ["roomId": "!r:s", "eventType": "m.room.name", "stateKey": ""])
        #expect(path == "/_matrix/client/r0/rooms/%21r%3As/state/m.room.name")
    }

    @Test("the error names a missing path value")
    func missingValue() {
        #expect(throws: WireError(.missing, field: "roomId", reason: "the path needs a value here")) {
            try Endpoints.leaveRoom.path.render(root: .api, parameters: [:])
        }
    }

    @Test("each area puts the root and the version where the sheet has them")
    func areas() throws {
        #expect(try Endpoints.versions.path.render(root: .api, parameters: [:]) == "/_api/client/versions")
        #expect(try Endpoints.wellKnownSDN.path.render(root: .api, parameters: [:]) == "/.well-known/sdn/client")
        #expect(
            try Endpoints.preLogin.path.render(root: .matrix, parameters: [:])
                == "/_matrix/client/unstable/did/pre_login1")
    }

    @Test("percent-encoding and decoding returns the same text, for 2,000 random texts")
    func roundTrip() throws {
        var rng = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &rng)).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &rng))
                }.map(Character.init))
            let encoded = PercentEncoding.encodeSegment(text)
            #expect(encoded.utf8.allSatisfy { $0 < 0x80 && $0 != 0x2F && $0 != 0x3F && $0 != 0x23 })
            #expect(Array(try PercentEncoding.decode(encoded).utf8) == Array(text.utf8))
        }
    }

    @Test("broken escapes are refused, not guessed", arguments: ["%", "%1", "%zz", "a%4", "%ff", "%C3", "%ed%a0%80"])
    func brokenEscapes(text: String) {
        #expect(throws: WireError.self) { try PercentEncoding.decode(text) }
    }

    @Test("a plus is a plus in a path and a space in a query")
    func plus() throws {
        #expect(try PercentEncoding.decode("a+b") == "a+b")
        #expect(try PercentEncoding.decode("a+b", plusIsSpace: true) == "a b")
    }
}
