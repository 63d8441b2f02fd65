import MYKEYWire

/// Performs steps 1 to 5 of MYKEY sheet 4.4 in their order. The wallet gets the code of the first check that fails.
enum LoginBody {
    static func claim(_ bytes: [UInt8], now: UnixTime, rules: CallbackRules) throws(CallbackRefusal) -> LoginClaim {
        let body: LoginCallback
        do {
            body = try LoginCallback(json: bytes)
        } catch {
            // The text of the error is cleaned, because it may quote the name of a duplicate member, which the sender chose.
            throw CallbackRefusal(.fieldMissing, PrintableText.of("\(error)"))
        }
        let walletProtocol = try walletProtocol(body)
        let dappKey = try dappKey(body, of: walletProtocol, rules)
        guard rules.allowedRefs.contains(where: { ExactText($0) == ExactText(body.ref) }) else {
            throw CallbackRefusal(.ref, "this wallet is not in the list of allowed wallets")
        }
        let account = try account(body)
        let timestamp = try timestamp(body.timestamp, now: now, rules: rules)
        return LoginClaim(
            body, walletProtocol: walletProtocol, dappKey: dappKey, account: account, timestamp: timestamp,
            isTaggedRead: rules.tagged != .ignored)
    }

    /// Returns the protocol. The text is compared by its bytes, because `RawRepresentable` would accept `MYKEY` with a Kelvin sign.
    private static func walletProtocol(_ body: LoginCallback) throws(CallbackRefusal) -> MYKEYProtocol {
        guard
            let found = MYKEYProtocol.allCases.first(where: { ExactText($0.rawValue) == ExactText(body.protocolName) })
        else {
            throw CallbackRefusal(.protocolUnknown, "the protocol is not MYKEY, MYKEYSimple or SimpleWallet")
        }
        return found
    }

    private static func dappKey(
        _ body: LoginCallback, of walletProtocol: MYKEYProtocol, _ rules: CallbackRules
    ) throws(CallbackRefusal) -> String? {
        guard walletProtocol == .mykey else { return nil }
        guard let key = body.dappKey, rules.dappKeys.contains(where: { ExactText($0) == ExactText(key) }) else {
            throw CallbackRefusal(.dappKey, "dapp_key is not one of this server's")
        }
        return key
    }

    /// Returns the account. If the chain is absent, it counts as `ANY`. The form of the account then determines the chain.
    private static func account(_ body: LoginCallback) throws(CallbackRefusal) -> LoginAccount {
        let declared =
            body.chain.map { text in MYKEYChain.allCases.first { ExactText($0.rawValue) == ExactText(text) } } ?? .any
        guard let declared else { throw CallbackRefusal(.chain, "the chain is not ANY, EOS or ETH") }
        let account: AccountText
        do {
            account = try AccountText(body.account)
        } catch {
            throw CallbackRefusal(.account, error.reason)
        }
        guard account.fits(declared) else {
            throw CallbackRefusal(.account, "the account is not of the chain \(declared.rawValue)")
        }
        return LoginAccount(account)
    }

    private static func timestamp(_ text: TimestampText, now: UnixTime, rules: CallbackRules) throws(CallbackRefusal)
        -> UnixTime
    {
        guard let timestamp = text.time else {
            throw CallbackRefusal(
                .timestamp, "the timestamp is no whole number of seconds without sign and leading zero")
        }
        let age = now - timestamp
        guard age <= rules.maxAge else {
            throw CallbackRefusal(.stale, "the timestamp is older than \(rules.maxAge.components.seconds) s")
        }
        guard age >= .zero - max(.zero, rules.maxSkew) else {
            throw CallbackRefusal(.future, "the timestamp is more than \(rules.maxSkew.components.seconds) s ahead")
        }
        return timestamp
    }
}
