import HeraldJSON
import HeraldKeys
import MYKEYServices

/// The check of the kind `abi_result`: the value that is read from data that a contract returned (MYKEY sheet 7.3). `null` means that there
/// is no value.
struct ABIResultCheck: VectorCheck {
    static let kind = "abi_result"

    func check(_ vector: JSONReader) throws {
        let function = try ABIFunction(vector.string("function"))
        let data = try vector.bytes("data")
        let read: String?
        switch function {
        case .getKeyData: read = (try? ABIResult.address(data))?.checksummed
        case .getKeyStatus: read = (try? ABIResult.number(data))?.decimal
        case .isValidSignature, .isValidSignatureOfData: read = ABIResult.confirms(data, function) ? "valid" : "invalid"
        default: throw VectorFailure("malformed vector: function: \(function.signature) is not one that a login calls")
        }
        let expected = try vector.optionalString("value")
        guard expected == read else {
            throw VectorFailure("value: expected \(expected ?? "none"), got \(read ?? "none")")
        }
    }
}
