import HeraldJSON
import HeraldKeys
import MYKEYServices
import Synchronization
import Testing

@Suite("A key on Ethereum that changes during its look-up")
struct ChangingKeyTests {
    private let old = Secp256k1PrivateKey().publicKey.ethereumAddress
    private let new = Secp256k1PrivateKey().publicKey.ethereumAddress
    private let account = Secp256k1PrivateKey().publicKey.ethereumAddress

    private func look(_ moments: [ChangingNode.Moment]) async throws -> ReservedKey? {
        let node = EthereumNode(try ChainNodeAddress("http://node.test"), transport: ChangingNode(moments))
        return try await EthereumKeySource(node: node, chainID: nil).reservedKey(of: .ethereum(account))
    }

    @Test("a frozen key that is replaced by a usable one between two calls does not count as usable")
    func replaced() async throws {
        let moments: [ChangingNode.Moment] = [(old, true), (new, false), (new, false)]
        let error = await #expect(throws: MYKEYServicesError.self) { try await look(moments) }
        #expect(error?.code == .nodesDisagree)
        #expect(try await look([(new, false)]) == ReservedKey(.ethereum(new), isFrozen: false))
    }

    @Test("a usable key that is replaced by a frozen one between two calls does not make the frozen one usable")
    func replacedByFrozen() async throws {
        for moments: [ChangingNode.Moment] in [
            [(old, false), (old, false), (new, true)], [(old, false), (new, true), (new, true)],
        ] {
            await #expect(throws: MYKEYServicesError.self) { try await look(moments) }
        }
    }

    @Test("a key that is frozen between the two calls is frozen")
    func frozen() async throws {
        let key = try await look([(old, false), (old, true), (old, true)])
        #expect(key == ReservedKey(.ethereum(old), isFrozen: true))
    }
}

/// A node whose account changes between calls: the first call sees the first state, and the calls after the last one see the last.
private final class ChangingNode: ChainTransport {
    typealias Moment = (key: EthereumAddress, isFrozen: Bool)

    private let moments: Mutex<[Moment]>

    init(_ moments: [Moment]) { self.moments = Mutex(moments) }

    func post(_ body: [UInt8], path: String, to node: ChainNodeAddress) async throws(MYKEYServicesError) -> ChainReply {
        let moment: Moment? = moments.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        guard let moment, let call = (try? JSONValue(parsing: body))?["params"]?.arrayValue?.first,
            let data = call["data"]?.stringValue
        else { return ChainReply(status: 500, body: []) }
        let asksStatus = data.hasPrefix("0x" + Hex.encode(ABIFunction.getKeyStatus.selector))
        let word =
            asksStatus
            ? [UInt8](repeating: 0, count: 31) + [moment.isFrozen ? 1 : 0]
            : [UInt8](repeating: 0, count: 12) + moment.key.bytes
        let answer: JSONValue = ["jsonrpc": "2.0", "id": 1, "result": .string("0x" + Hex.encode(word))]
        return ChainReply(status: 200, body: answer.serialized())
    }
}
