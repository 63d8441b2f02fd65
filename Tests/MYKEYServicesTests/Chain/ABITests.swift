import HeraldJSON
import HeraldKeys
import MYKEYServices
import TestSupport
import Testing

@Suite("The Ethereum contract ABI")
struct ABITests {
    @Test("every abi_call vector is encoded byte for byte")
    func calls() throws {
        let vectors = try VectorFiles.vectors("ethereum.json", kind: "abi_call")
        #expect(vectors.count >= 4)
        for vector in vectors {
            let function = try ABIFunction(vector.string("function"))
            let arguments = try zip(function.types, vector.strings("args")).map { type, text -> ABIArgument in
                switch type {
                case .address: .address(try EthereumAddress(text))
                case .uint256: .uint256(try ABIWord(decimal: text))
                case .bytes32: .bytes32(try ABIWord(bytes: Hex.decode(text.dropFirst(2))))
                case .bytes: .bytes(try Hex.decode(text.dropFirst(2)))
                }
            }
            #expect(try "0x" + Hex.encode(function.selector) == vector.string("selector"))
            #expect(try "0x" + Hex.encode(function.call(arguments)) == vector.string("calldata"))
        }
    }

    @Test("every abi_result vector is read as it says")
    func results() throws {
        let vectors = try VectorFiles.vectors("ethereum.json", kind: "abi_result")
        #expect(vectors.count >= 7)
        for vector in vectors {
            let function = try ABIFunction(vector.string("function"))
            let data = try Hex.decode(vector.string("data").dropFirst(2))
            let read: String? =
                switch function {
                case .getKeyData: try ABIResult.address(data)?.checksummed
                case .getKeyStatus: try ABIResult.number(data).decimal
                default: ABIResult.confirms(data, function) ? "valid" : "invalid"
                }
            let id = try vector.string("id")
            #expect(try read == vector.optionalString("value"), "\(id)")
        }
    }

    @Test("decimal numbers pass through 32 bytes unchanged, up to 2^256 − 1")
    func numbers() throws {
        let largest = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
        for text in ["0", "3", "255", "256", "18446744073709551615", "18446744073709551616", largest] {
            #expect(try ABIWord(decimal: text).decimal == text)
        }
        #expect(try ABIWord(decimal: largest).bytes == [UInt8](repeating: 0xFF, count: 32))
        #expect(ABIWord(258).bytes.suffix(2) == [1, 2])
        for bad in [
            "115792089237316195423570985008687907853269984665640564039457584007913129639936", "", "-1", "1e3", "٣",
            String(repeating: "9", count: 79),
        ] {
            #expect(throws: MYKEYServicesError.self) { try ABIWord(decimal: bad) }
        }
    }

    @Test("bytes of any length are padded to whole words")
    func padding() throws {
        for count in [0, 1, 31, 32, 33, 65] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) }
            let data = try ABIFunction.isValidSignatureOfData.call([.bytes(bytes), .bytes([])])
            #expect((data.count - 4) % 32 == 0)
            #expect(Array(data[(4 + 96)..<(4 + 96 + count)]) == bytes)
        }
    }

    @Test("results that are not one word, or exceed an address, are refused")
    func badResults() {
        for data in [
            [], [UInt8](repeating: 0, count: 31), [UInt8](repeating: 0, count: 64),
            [1] + [UInt8](repeating: 0, count: 31),
        ] {
            #expect(throws: MYKEYServicesError.self) { try ABIResult.address(data) }
        }
        let magic = ABIFunction.isValidSignature.selector
        #expect(!ABIResult.confirms(magic, .isValidSignature))
        #expect(!ABIResult.confirms(magic + [UInt8](repeating: 0, count: 27) + [1], .isValidSignature))
        #expect(!ABIResult.confirms(magic + [UInt8](repeating: 0, count: 28), .isValidSignatureOfData))
    }

    @Test("an unknown function text, and arguments that do not fit, are refused")
    func badFunctions() throws {
        for text in [
            "", "f", "f(", "f)", "(address)", "f(address", "f(uint8)", "f(address,)", "f(address)(x)", "f( address)",
        ] {
            #expect(throws: MYKEYServicesError.self) { try ABIFunction(text) }
        }
        #expect(try ABIFunction("f()").types == [])
        #expect(throws: MYKEYServicesError.self) { try ABIFunction.getKeyData.call([.uint256(ABIWord(3))]) }
    }
}
