import HeraldKeys

/// A contract function, given by its signature such as `getKeyData(address,uint256)`. It encodes the data of calls.
///
/// No library is used, because the four functions of MYKEY sheet 7.3 need only four types, and every ABI library contains a whole client of
/// the chain.
public struct ABIFunction: Sendable, Hashable {
    /// The name and the types in the form that is hashed for the selector.
    public let signature: String
    /// The types of the arguments.
    public let types: [ABIType]

    /// Parses a function's signature.
    /// - Parameter signature: the name and types without spaces. ``ABIType`` lists the types.
    /// - Throws: ``MYKEYServicesError`` with code `abi`.
    public init(_ signature: String) throws(MYKEYServicesError) {
        let parts = signature.split(separator: "(", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, !name.isEmpty, let list = parts.last, list.hasSuffix(")") else {
            throw MYKEYServicesError(.abi, field: "function", reason: "name(type,type) is expected")
        }
        let names = list.dropLast()
        var types: [ABIType] = []
        for name in names.isEmpty ? [] : names.split(separator: ",", omittingEmptySubsequences: false) {
            guard let type = ABIType(rawValue: String(name)) else {
                throw MYKEYServicesError(
                    .abi, field: "function", reason: "a type is not one of address, uint256, bytes32 and bytes")
            }
            types.append(type)
        }
        self.init(signature, types)
    }

    private init(_ signature: String, _ types: [ABIType]) {
        self.signature = signature
        self.types = types
    }

    /// The first four bytes of Keccak-256 of the signature.
    public var selector: [UInt8] { Array(Keccak256.hash(Array(signature.utf8)).prefix(4)) }

    /// Returns the data of a call: the selector, one word per argument, and then the arguments that are longer than a word.
    /// - Throws: ``MYKEYServicesError`` with code `abi` when the arguments do not have the function's types.
    public func call(_ arguments: [ABIArgument]) throws(MYKEYServicesError) -> [UInt8] {
        guard arguments.map(\.type) == types else {
            throw MYKEYServicesError(.abi, field: signature, reason: "the arguments do not match the function")
        }
        var head: [UInt8] = []
        var tail: [UInt8] = []
        for argument in arguments {
            switch argument {
            case .address(let address): head += ABIWord.padded(left: address.bytes)
            case .uint256(let word), .bytes32(let word): head += word.bytes
            case .bytes(let bytes):
                head += ABIWord(UInt64(32 * arguments.count + tail.count)).bytes
                tail += ABIWord(UInt64(bytes.count)).bytes + bytes
                tail += [UInt8](repeating: 0, count: (32 - bytes.count % 32) % 32)
            }
        }
        return selector + head + tail
    }

    /// `getKeyData(address,uint256)` of the AccountStorage contract. It returns the address of a key.
    public static let getKeyData = ABIFunction("getKeyData(address,uint256)", [.address, .uint256])
    /// `getKeyStatus(address,uint256)` of the AccountStorage contract. It returns 0, or 1 for a frozen key.
    public static let getKeyStatus = ABIFunction("getKeyStatus(address,uint256)", [.address, .uint256])
    /// ERC-1271 `isValidSignature(bytes32,bytes)` of an account.
    public static let isValidSignature = ABIFunction("isValidSignature(bytes32,bytes)", [.bytes32, .bytes])
    /// The older form of ERC-1271, `isValidSignature(bytes,bytes)`.
    public static let isValidSignatureOfData = ABIFunction("isValidSignature(bytes,bytes)", [.bytes, .bytes])
}

/// A type that ``ABIFunction`` can encode.
public enum ABIType: String, Sendable, Hashable {
    case address, uint256, bytes32, bytes
}

/// An argument of a call.
public enum ABIArgument: Sendable, Hashable {
    /// An address of 20 bytes, right-aligned.
    case address(EthereumAddress)
    /// A whole number, big-endian.
    case uint256(ABIWord)
    /// 32 bytes, unchanged.
    case bytes32(ABIWord)
    /// Any number of bytes.
    case bytes([UInt8])

    /// The argument's type.
    public var type: ABIType {
        switch self {
        case .address: .address
        case .uint256: .uint256
        case .bytes32: .bytes32
        case .bytes: .bytes
        }
    }
}
