import HeraldKeys

/// Asks an Ethereum account itself whether it takes a signature for its own (ERC-1271, MYKEY sheet 7.3).
///
/// The contract looks up its reserved key, refuses a frozen one and reverts for a wrong signature. Beside the key lookup it is a second
/// opinion: the two must agree.
public struct ContractSignatures: Sendable {
    private let node: EthereumNode
    private let block: EthereumBlock

    /// - Parameters:
    ///   - node: whom to ask.
    ///   - block: at which state.
    public init(node: EthereumNode, block: EthereumBlock = .latest) {
        self.node = node
        self.block = block
    }

    /// Whether the account takes the signature over `text`.
    /// - Parameters:
    ///   - account: the account, a contract.
    ///   - text: what was signed by the rule of MYKEY sheet 8.4; the contract gets its Keccak-256 and adds the prefix itself.
    ///   - signature: its v is sent as 27 or 28.
    /// - Throws: ``MYKEYServicesError`` when nobody can say. A revert is a no.
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
