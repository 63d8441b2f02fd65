import HeraldKeys

/// Asks the contract of an Ethereum account if it accepts a signature as the account's own (ERC-1271, MYKEY sheet 7.3).
///
/// The contract looks up its reserved key, rejects a frozen one and reverts for a wrong signature. It is a second check in addition to the
/// look-up of the key, and both must succeed.
public struct ContractSignatures: Sendable {
    private let node: EthereumNode
    private let block: EthereumBlock

    /// Creates a check.
    /// - Parameters:
    ///   - node: the node.
    ///   - block: the block whose state is used. Defaults to the newest block.
    public init(node: EthereumNode, block: EthereumBlock = .latest) {
        self.node = node
        self.block = block
    }

    /// True if the account accepts the signature over `text`.
    /// - Parameters:
    ///   - account: the account's address, which is the address of a contract.
    ///   - text: the text that was signed by the rule of MYKEY sheet 8.4. The contract receives the Keccak-256 hash
    ///     of the text, and adds the prefix itself.
    ///   - signature: the signature. Its v is sent as 27 or 28.
    /// - Throws: ``MYKEYServicesError`` when the node gives no answer. If the contract reverts, the result is false.
    public func confirms(
        _ signature: RecoverableSignature, over text: String, by account: EthereumAddress
    ) async throws(MYKEYServicesError) -> Bool {
        let function = ABIFunction.isValidSignature
        let hash = try ABIWord(bytes: Keccak256.hash(Array(text.utf8)))
        let data = try function.call([.bytes32(hash), .bytes(signature.bytes(v: .twentySeven))])
        return switch try await node.call(account, data: data, at: block) {
        case .returned(let bytes): ABIResult.confirms(bytes, function)
        case .reverted: false
        }
    }
}
