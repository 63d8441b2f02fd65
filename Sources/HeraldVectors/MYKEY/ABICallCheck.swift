import HeraldJSON
import HeraldKeys
import MYKEYServices

/// The check of the kind `abi_call`: the selector and the data of a contract call (MYKEY sheet 7.3).
struct ABICallCheck: VectorCheck {
    static let kind = "abi_call"

    func check(_ vector: JSONReader) throws {
        let function = try ABIFunction(vector.string("function"))
        try vector.require("selector", is: function.selector)
        let texts = try vector.strings("args")
        guard texts.count == function.types.count else {
            throw VectorFailure("malformed vector: args: \(function.types.count) expected, \(texts.count) found")
        }
        let arguments = try zip(function.types, texts).map { try Self.argument($0, $1) }
        try vector.require("calldata", is: try function.call(arguments))
    }

    private static func argument(_ type: ABIType, _ text: String) throws -> ABIArgument {
        switch type {
        case .address: .address(try EthereumAddress(text))
        case .uint256: .uint256(try ABIWord(decimal: text))
        case .bytes32: .bytes32(try ABIWord(bytes: hex(text)))
        case .bytes: .bytes(try hex(text))
        }
    }

    private static func hex(_ text: String) throws -> [UInt8] {
        try Hex.decode(text.hasPrefix("0x") ? text.dropFirst(2) : text[...])
    }
}
