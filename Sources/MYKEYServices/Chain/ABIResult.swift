import HeraldKeys

/// Reads what the contract functions of MYKEY sheet 7.3 return.
public enum ABIResult {
    /// The address that `getKeyData` returned; `nil` for the zero address, which means that there is no key.
    /// - Throws: ``MYKEYServicesError`` with code `abi` unless the data is one word with a right-aligned address.
    public static func address(_ data: [UInt8]) throws(MYKEYServicesError) -> EthereumAddress? {
        let word = try word(data)
        guard word.bytes.prefix(12).allSatisfy({ $0 == 0 }) else {
            throw MYKEYServicesError(.abi, field: "result", reason: "the word is longer than an address")
        }
        guard !word.isZero else { return nil }
        do {
            return try EthereumAddress(bytes: Array(word.bytes.suffix(20)))
        } catch {
            throw MYKEYServicesError(.abi, field: "result", reason: error.reason)
        }
    }

    /// The number that `getKeyStatus` returned.
    /// - Throws: ``MYKEYServicesError`` with code `abi` unless the data is one word.
    public static func number(_ data: [UInt8]) throws(MYKEYServicesError) -> ABIWord { try word(data) }

    /// Whether an `isValidSignature` function said yes: its own selector, left-aligned in one word with nothing behind it.
    public static func confirms(_ data: [UInt8], _ function: ABIFunction) -> Bool {
        data == function.selector + [UInt8](repeating: 0, count: 28)
    }

    private static func word(_ data: [UInt8]) throws(MYKEYServicesError) -> ABIWord {
        guard data.count == 32 else {
            throw MYKEYServicesError(.abi, field: "result", reason: "32 bytes expected, \(data.count) found")
        }
        return try ABIWord(bytes: data)
    }
}
