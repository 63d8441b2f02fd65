import HeraldJSON
import HeraldKeys

/// The result of an `eth_call`.
public enum EthereumCallOutcome: Sendable, Hashable {
    /// The data that the contract returned.
    case returned([UInt8])
    /// The contract reverted the call. The value is the node's message.
    case reverted(String)
}

/// The block whose state a request is about.
public enum EthereumBlock: String, Sendable, Hashable {
    /// The newest block. Another block may still replace it.
    case latest
    /// A block that is unlikely to be replaced.
    case safe
    /// A block that cannot be replaced any more. It is about ten minutes old.
    case finalized
}

/// The requests to an Ethereum node that a login needs: JSON-RPC `eth_call` and `eth_chainId` (MYKEY sheet 7.3).
public struct EthereumNode: Sendable {
    /// The node's address.
    public let address: ChainNodeAddress
    private let transport: any ChainTransport

    /// Creates a client of a node.
    /// - Parameters:
    ///   - address: the node's address.
    ///   - transport: sends the requests. Defaults to HTTP.
    public init(_ address: ChainNodeAddress, transport: any ChainTransport = HTTPChainTransport()) {
        self.address = address
        self.transport = transport
    }

    /// Calls a contract without a transaction.
    /// - Parameters:
    ///   - contract: the contract's address.
    ///   - data: the selector and arguments; see ``ABIFunction/call(_:)``.
    ///   - block: the state to use. Defaults to the newest block.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` or `nodeAnswer`.
    public func call(
        _ contract: EthereumAddress, data: [UInt8], at block: EthereumBlock = .latest
    ) async throws(MYKEYServicesError) -> EthereumCallOutcome {
        let call: JSONValue = ["to": .string("0x" + contract.lowercaseHex), "data": .string("0x" + Hex.encode(data))]
        let answer = try await ask("eth_call", [call, .string(block.rawValue)])
        if let error = answer["error"], !error.isNull {
            if let reason = Self.revert(error) { return .reverted(reason) }
            throw refused("eth_call", error)
        }
        return .returned(try bytes(answer["result"], of: "eth_call"))
    }

    /// Returns the id of the node's chain. 1 is the main network.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` or `nodeAnswer`.
    public func chainID() async throws(MYKEYServicesError) -> UInt64 {
        let answer = try await ask("eth_chainId", [])
        if let error = answer["error"], !error.isNull { throw refused("eth_chainId", error) }
        guard let text = answer["result"]?.stringValue, text.hasPrefix("0x"),
            let id = UInt64(text.dropFirst(2), radix: 16)
        else {
            throw MYKEYServicesError(
                .nodeAnswer, field: address.label, reason: "eth_chainId: the result is not a 0x number")
        }
        return id
    }

    private func ask(_ method: String, _ parameters: [JSONValue]) async throws(MYKEYServicesError) -> JSONObject {
        let body: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)]
        let reply = try await transport.post(body.serialized(), path: "", to: address)
        guard (200...299).contains(reply.status) else {
            throw MYKEYServicesError(
                .nodeUnavailable, field: address.label, reason: "\(method): HTTP status \(reply.status)")
        }
        let answer = try ChainAnswer.object(reply.body, from: address)
        guard answer["id"]?.intValue == 1 || answer["error"]?.objectValue != nil else {
            throw MYKEYServicesError(
                .nodeAnswer, field: address.label, reason: "\(method): the answer is for another request")
        }
        return answer
    }

    private func bytes(_ value: JSONValue?, of method: String) throws(MYKEYServicesError) -> [UInt8] {
        guard let text = value?.stringValue, text.hasPrefix("0x"), let bytes = try? Hex.decode(text.dropFirst(2)) else {
            throw MYKEYServicesError(
                .nodeAnswer, field: address.label, reason: "\(method): the result is not a 0x text")
        }
        return bytes
    }

    private func refused(_ method: String, _ error: JSONValue) -> MYKEYServicesError {
        MYKEYServicesError(
            .nodeUnavailable, field: address.label,
            reason:
                "\(method): error \(error["code"]?.intValue ?? 0), \(PrintableText.of(error["message"]?.stringValue))")
    }

    /// Returns the message of a revert, or `nil` for other errors. Code 3 means a revert, but older nodes report a revert only in the
    /// message. Other errors, such as too many requests, come from the node and not from the contract.
    private static func revert(_ error: JSONValue) -> String? {
        let message = error["message"]?.stringValue
        guard error["code"]?.intValue == 3 || message?.lowercased().contains("revert") == true else { return nil }
        return PrintableText.of(message)
    }
}
