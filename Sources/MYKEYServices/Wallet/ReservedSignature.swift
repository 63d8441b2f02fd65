import HeraldKeys
import MYKEYWire

extension WalletAccount {
    /// Signs a 32-byte digest with the reserved key.
    /// - Returns: `SIG_K1_…` on EOS, or `0x` and 130 hexadecimal digits with v 27 or 28 on Ethereum.
    func sign(digest: [UInt8]) throws(WalletStop) -> String {
        do {
            switch key {
            case .eos(let key): return try key.sign(digest: digest).text
            case .ethereum(let key): return try key.sign(digest: digest).text()
            }
        } catch {
            throw .failed(.failure, "the key could not sign", told: "the wallet failed")
        }
    }

    /// The account in the form that messages contain.
    var text: AccountText {
        switch account {
        case .eos(let name): AccountText(name)
        case .ethereum(let address): AccountText(address)
        }
    }
}
