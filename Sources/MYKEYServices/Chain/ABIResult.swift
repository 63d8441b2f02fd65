import HeraldKeys

/// Reads the results of the contract functions in MYKEY sheet 7.3.
public enum ABIResult {
    /// Reads the address that `getKeyData` returned. Returns `nil` for the zero address, which means that there is no key.
    /// - Throws: ``MYKEYServicesError`` with code `abi` when the data is not one word with a right-aligned address.
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

    /// Reads the number that `getKeyStatus` returned.
    /// - Throws: ``MYKEYServicesError`` with code `abi` when the data is not one word.
    public static func number(_ data: [UInt8]) throws(MYKEYServicesError) -> ABIWord { try word(data) }

    /// True if an `isValidSignature` function confirmed the signature. The returned data must then be the function's own selector,
    /// left-aligned in one word and followed by zeros.
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
