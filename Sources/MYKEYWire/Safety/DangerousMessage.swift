import HeraldKeys

/// Detects texts that are dangerous to sign. The reserved key is also used to log in and to authorise actions on a chain. If a wallet
/// signed any text, a dapp could therefore log in or act as the user. MYKEY sheet 5.5, 7.4, 9.3, 9.4.
public enum DangerousMessage {
    /// The reason why a message needs a second, explicit confirmation. The raw values are stable.
    public enum Reason: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// The text has the form `name:action:hex:number`, with which KEY ID authorises an action on EOS.
        case chainAuthorization = "chain_authorization"
        /// The text may be the text of a login: it contains the digits of a time, an account, and a wallet's name at the end.
        case loginText = "login_text"
        /// The first byte is 0x19, which marks structured data of EIP-191. With version 0, such data is a KEY ID transaction on Ethereum.
        case structuredData = "structured_data"
        /// The text begins with the id of an EOS chain, like the bytes that are signed for a transaction.
        case transactionBuffer = "transaction_buffer"
        /// The text is not printable UTF-8 or is longer than 4 KiB, so that the user cannot read what is signed.
        case unreadable
        /// The text contains the words of a sign-in message, or nearly those words.
        case signIn = "sign_in"

        /// A sentence for the user who is asked to sign.
        public var description: String {
            switch self {
            case .chainAuthorization: "this text authorises an action of your account on the chain"
            case .loginText: "this text is a login: anybody who gets the signature can log in as you"
            case .structuredData: "this is structured data, which can authorise a transaction of your account"
            case .transactionBuffer: "this is a transaction of an EOS chain"
            case .unreadable: "this text cannot be read by a person, or is too long to be read"
            case .signIn: "this text reads like a sign-in message: anybody who gets the signature may log in as you"
            }
        }
    }

    /// The ids of known EOS chains, 32 bytes in hexadecimal without `0x`: EOS, Kylin, Jungle 3, Jungle 4, WAX, Telos.
    public static let chainIDs: Set<String> = [
        "aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906",
        "5fff1dae8dc8e2fc4d5b23b2c7665c97f9e9d8edf2b6485a86ba311c25639191",
        "2a02a0053e5a8cf73a56ba0fda11e4d92e0238a4a2aa74fccf46d5a910746840",
        "73e4385a2708e6d7048834fbc1079f2fabb17b3c125b146af438971e90716c4d",
        "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4",
        "4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11",
    ]

    /// Returns all reasons why a message is dangerous to sign. The result is empty if one confirmation by the user is enough.
    ///
    /// The text is checked. If it is hexadecimal, with or without `0x`, the bytes that it stands for are checked too. The chain determines
    /// which of the two a wallet signs.
    /// - Parameters:
    ///   - message: the text of the request.
    ///   - refs: the wallet names that login texts end with. Defaults to `mykey`.
    ///   - chainIDs: ids of EOS chains, 64 lower-case hexadecimal digits each. Defaults to ``chainIDs``.
    public static func reasons(
        _ message: String, refs: Set<String> = [LoginStatement.ref], chainIDs: Set<String> = DangerousMessage.chainIDs
    ) -> Set<Reason> {
        let text = Array(message.utf8)
        var found = reasons(bytes: text, refs: refs, chainIDs: chainIDs)
        let hasPrefix = message.hasPrefix("0x") || message.hasPrefix("0X")
        guard let decoded = try? Hex.decode(Substring(message.utf8.dropFirst(hasPrefix ? 2 : 0))), !decoded.isEmpty
        else { return found }
        var inside = reasons(bytes: decoded, refs: refs, chainIDs: chainIDs)
        // Without the prefix `0x`, the wallet signs the hexadecimal digits as text, not the bytes that they stand for. The user reads exactly
        // the signed text, so a warning about unreadable bytes does not apply.
        if !hasPrefix { inside.remove(.unreadable) }
        found.formUnion(inside)
        return found
    }

    /// Returns all reasons why these bytes are dangerous to sign.
    public static func reasons(
        bytes: [UInt8], refs: Set<String> = [LoginStatement.ref], chainIDs: Set<String> = DangerousMessage.chainIDs
    ) -> Set<Reason> {
        var found: Set<Reason> = []
        if isChainAuthorization(bytes) { found.insert(.chainAuthorization) }
        if isLoginText(bytes, refs: refs) { found.insert(.loginText) }
        if bytes.first == 0x19 { found.insert(.structuredData) }
        if bytes.count >= 32, chainIDs.contains(Hex.encode(bytes.prefix(32))) { found.insert(.transactionBuffer) }
        if !isReadable(bytes) { found.insert(.unreadable) }
        if SignInMessage.isResembled(by: String(decoding: bytes, as: UTF8.self)) { found.insert(.signIn) }
        return found
    }
}
