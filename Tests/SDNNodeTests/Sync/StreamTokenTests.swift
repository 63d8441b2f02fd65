import SDNWire
import Testing
@testable import SDNNode

@Suite("Stream tokens")
struct StreamTokenTests {
    @Test(
        "a token is read back as it was written",
        arguments: [
            StreamToken(0), StreamToken(12), StreamToken(12, toDevice: 7),
            StreamToken(.max, live: LivePosition(run: "d0", serial: 3)),
            StreamToken(5, live: LivePosition(run: "0123abcd", serial: 0), toDevice: 0),
        ])
    func round(token: StreamToken) throws {
        #expect(try StreamToken(token.description, field: "since") == token)
        #expect(token.description.utf8.allSatisfy { "0123456789abcdef_.s".utf8.contains($0) })
    }

    @Test(
        "a malformed token is refused",
        arguments: [
            "", "s", "5", "s-1", "s5_", "s5_d", "s5_x", "s5_1", "s5_a.", "s5_.1", "s5_A.1", "s5_g.1", "s5_a.1.2",
            "s5_a.-1", "s5_d6", "s5_a.1_d6", "s5_d1_d2", "s5_d1_a.1", "s5_a.1_d2_d3",
            "s99999999999999999999", "s5_a.99999999999999999999", "s5_0123456789abcdef0.1", "s5 ", "s٥",
        ])
    func refused(text: String) {
        #expect(throws: MatrixError.self) { try StreamToken(text, field: "since") }
    }
}
