import HeraldJSON
import HeraldKeys
import MYKEYServices
import Synchronization

extension StubChain {
    /// Responds to a request as an Ethereum node does (MYKEY sheet 7.3).
    func ethereumAnswer(_ request: JSONValue) -> JSONValue {
        var answer: JSONValue = ["jsonrpc": "2.0"]
        answer["id"] = request["id"] ?? .null
        switch request["method"]?.stringValue {
        case "eth_chainId":
            answer["result"] = .string("0x" + String(chains.ethereum, radix: 16))
        case "eth_call":
            if let result = call(request["params"]?.arrayValue?.first) {
                answer["result"] = .string("0x" + Hex.encode(result))
            } else {
                answer["error"] = ["code": 3, "message": "execution reverted", "data": "0x"]
            }
        default:
            answer["error"] = ["code": -32601, "message": "the method does not exist"]
        }
        return answer
    }

    /// Executes a call of a contract.
    /// - Returns: the data that the contract returns, or `nil` if it reverts.
    private func call(_ call: JSONValue?) -> [UInt8]? {
        guard let text = call?["data"]?.stringValue, let data = try? Hex.decode(text.dropFirst(2)), data.count >= 4,
            let to = call?["to"]?.stringValue, let contract = try? EthereumAddress(to)
        else { return nil }
        let selector = Array(data.prefix(4))
        let arguments = Array(data.dropFirst(4))
        if contract == (try? EthereumAddress(EthereumKeySource.mainNetStorage)) {
            guard arguments.count == 64, let account = try? EthereumAddress(bytes: Array(arguments[12..<32])),
                arguments[32..<64].elementsEqual(ABIWord(UInt64(ReservedKey.index)).bytes)
            else { return nil }
            let found = state.withLock { $0.ethereum[account] }
            switch selector {
            case ABIFunction.getKeyData.selector:
                return [UInt8](repeating: 0, count: 12) + (found?.key?.bytes ?? [UInt8](repeating: 0, count: 20))
            case ABIFunction.getKeyStatus.selector: return ABIWord(found?.status ?? 0).bytes
            default: return nil
            }
        }
        // A call to an address without a contract returns no data.
        guard let account = state.withLock({ $0.ethereum[contract] }) else { return [] }
        guard selector == ABIFunction.isValidSignature.selector else { return nil }
        return confirms(arguments, account) ? selector + [UInt8](repeating: 0, count: 28) : nil
    }

    /// Verifies a signature as the account's contract does: the reserved key must have signed the hash as a personal message, and the key
    /// must not be frozen.
    private func confirms(_ arguments: [UInt8], _ account: EthereumAccount) -> Bool {
        guard arguments.count == 192, account.status == 0, let key = account.key else { return false }
        guard let signature = try? RecoverableSignature(bytes: Array(arguments[96..<161]), rules: .strict) else {
            return false
        }
        return (try? PersonalMessage.recoverAddress(Array(arguments[0..<32]), signature: signature)) == key
    }
}
