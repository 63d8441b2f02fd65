import HeraldJSON
import HeraldKeys

/// The encrypted part of a key file, which contains the accounts with their keys as JSON.
enum KeyFileContents {
    /// The limits for the JSON. They are low, because a file has at most one account on each chain.
    private static let limits = JSONLimits(maxBytes: 64 << 10, maxDepth: 8)

    static func bytes(_ accounts: WalletAccounts) -> [UInt8] {
        JSONValue.object(["accounts": .array(accounts.all.map(json))]).serialized()
    }

    static func accounts(_ bytes: [UInt8]) throws(MYKEYServicesError) -> WalletAccounts {
        do {
            let reader = try JSONReader(JSONValue(parsing: bytes, limits: limits))
            return try WalletAccounts(reader.objects("accounts").map(account))
        } catch let error as MYKEYServicesError {
            throw error
        } catch {
            // The reason of the parser's error is not used, because it could quote the input, which contains keys.
            throw .damaged("its contents cannot be read")
        }
    }

    private static func json(_ account: WalletAccount) -> JSONValue {
        var object: JSONObject = [
            "chain": .string(account.account.chain), "account": .string(account.name),
            "keyIndex": .int(Int64(WalletAccount.keyIndex)),
            "accountType": .int(Int64(account.accountType)),
        ]
        switch account.key {
        case .eos(let key): object["key"] = .string(key.exposedText)
        case .ethereum(let key): object["key"] = .string(Hex.encode(key.exposedBytes))
        }
        if let uid = account.mykeyUID { object["mykeyUID"] = .string(uid) }
        return .object(object)
    }

    private static func account(_ reader: JSONReader) throws -> WalletAccount {
        guard try reader.int("keyIndex") == Int64(WalletAccount.keyIndex) else {
            throw MYKEYServicesError.damaged(
                "it holds a key of another index than \(WalletAccount.keyIndex), which this wallet never uses")
        }
        let type = try Int(clamping: reader.int("accountType"))
        let uid = try reader.optionalString("mykeyUID")
        let (name, key) = (try reader.string("account"), try reader.string("key"))
        switch try reader.string("chain") {
        case "EOS":
            return try WalletAccount(
                eos: EOSName(name), key: EOSPrivateKey(text: key), mykeyUID: uid, accountType: type)
        case "ETH":
            return try WalletAccount(
                ethereum: EthereumAddress(name), key: Secp256k1PrivateKey(hex: key), mykeyUID: uid, accountType: type)
        default:
            throw MYKEYServicesError.damaged("it holds an account on a chain that this wallet does not know")
        }
    }
}
