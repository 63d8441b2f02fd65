import Foundation
import SDNSDK
import TestSupport
import Testing
@testable import SDNStore

@Suite("The folders of accounts with long names")
struct StoreNameTests {
    private static let node = "https://node.example"

    private static func credentials(_ userId: String, node: String = node) -> MXCredentials {
        MXCredentials(node: node, userId: userId, accessToken: nil)
    }

    /// Returns a user ID of this length in bytes. Matrix allows at most 255.
    private static func userId(ending end: String = "", length: Int = 255) -> String {
        let rest = end + ":node.example"
        return "@" + String(repeating: "=", count: length - 1 - rest.utf8.count) + rest
    }

    @Test("a user with the longest ID on a node with a long address has a store, which is there again later")
    func longest() async throws {
        let folder = try TemporaryFolder()
        let node = "https://" + Array(repeating: String(repeating: "n", count: 60), count: 4).joined(separator: ".")
        let credentials = Self.credentials(Self.userId(), node: node)
        #expect(credentials.userId?.utf8.count == 255)
        for isFirst in [true, false] {
            let store = MXFileStore(directory: folder.url)
            try await store.open(with: credentials)
            #expect(try await store.read { try $0.rooms().count } == (isFirst ? 0 : 1))
            try await store.write { try $0.save(MXRoomSummary(roomId: "!a:b", membership: .join)) }
            await store.close()
        }
    }

    @Test("users and nodes whose long names differ only at the end have stores of their own")
    func sharedBeginning() async throws {
        let (one, other) = (Self.userId(ending: "1"), Self.userId(ending: "2"))
        #expect(one.utf8.prefix(200).elementsEqual(other.utf8.prefix(200)) && one != other)
        let long = "https://" + String(repeating: "n", count: 240)
        let names = try [
            Self.credentials(one), Self.credentials(other), Self.credentials(one, node: long + "1"),
            Self.credentials(one, node: long + "2"),
        ].map { try StoreDirectory.name(for: $0) }
        #expect(Set(names).count == names.count)
        for part in names.flatMap({ $0.split(separator: "/") }) { #expect(part.utf8.count <= 200) }

        let folder = try TemporaryFolder()
        let (first, second) = (MXFileStore(directory: folder.url), MXFileStore(directory: folder.url))
        try await first.open(with: Self.credentials(one))
        try await first.write { try $0.save(MXRoomSummary(roomId: "!a:b", membership: .join)) }
        try await second.open(with: Self.credentials(other))
        #expect(try await second.read { try $0.rooms().isEmpty })
        await first.close()
        await second.close()
    }

    @Test("a name of at most 200 bytes is the escaped text, so that existing stores are found")
    func shortNames() throws {
        #expect(
            try StoreDirectory.name(for: Self.credentials("@me:node.example", node: "HTTPS://Node.example/"))
                == "https%3A%2F%2Fnode.example/%40me%3Anode.example")
        let name = String(repeating: "m", count: 182)
        let longest = "%40" + name + "%3Anode.example"
        #expect(longest.utf8.count == 200)
        #expect(
            try StoreDirectory.name(for: Self.credentials("@" + name + ":node.example"))
                == "https%3A%2F%2Fnode.example/" + longest)
        let longer = try StoreDirectory.name(for: Self.credentials("@m" + name + ":node.example"))
        #expect(longer.hasPrefix("https%3A%2F%2Fnode.example/%40mmm") && longer.utf8.count < 200)
    }
}
