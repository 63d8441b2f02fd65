extension WalletRequest {
    /// `login`: who are you? MYKEY sheet 3.3.
    public struct Login: Sendable, Hashable {
        /// Where the signed login is POSTed; the request type calls it `callbackUrl`.
        public var loginUrl: String?
        /// A text for the user; the request type calls it `info`.
        public var loginMemo: String?
        /// The user's name at the dapp (`dappUserName`).
        public var userName: String?

        /// Empty texts count as absent.
        public init(loginUrl: String? = nil, loginMemo: String? = nil, userName: String? = nil) {
            self.loginUrl = present(loginUrl)
            self.loginMemo = present(loginMemo)
            self.userName = present(userName)
        }
    }

    /// `transfer`: send tokens. MYKEY sheet 3.3.
    public struct Transfer: Sendable, Hashable {
        /// The paying account.
        public var from: String?
        /// The receiving account or address.
        public var to: String?
        /// How much.
        public var amount: TokenAmount?
        /// The token's contract: an EOS account, a 0x address, or `ETH` for Ether itself.
        public var contract: String?
        /// The token's symbol.
        public var symbol: String?
        /// How many decimals the token has.
        public var precision: Int64?
        /// The memo that goes with the transfer; 0x-hexadecimal for Ether.
        public var dappData: String?
        /// A text for the user.
        public var desc: String?
        /// The dapp's own order number.
        public var orderId: String?
        /// Where the result is POSTed.
        public var transferUrl: String?

        /// Empty texts count as absent.
        public init(
            from: String? = nil, to: String? = nil, amount: TokenAmount? = nil, contract: String? = nil, symbol: String? = nil,
            precision: Int64? = nil, dappData: String? = nil, desc: String? = nil, orderId: String? = nil, transferUrl: String? = nil
        ) {
            self.from = present(from)
            self.to = present(to)
            self.amount = amount
            self.contract = present(contract)
            self.symbol = present(symbol)
            self.precision = precision
            self.dappData = present(dappData)
            self.desc = present(desc)
            self.orderId = present(orderId)
            self.transferUrl = present(transferUrl)
        }
    }

    /// `transaction`: call contracts. MYKEY sheet 3.3.
    public struct Transaction: Sendable, Hashable {
        /// What is called, 1 to 20 in order.
        public var actions: [ActionItem]
        /// A text for the user.
        public var desc: String?
        /// The dapp's own order number.
        public var orderId: String?
        /// Where the result is POSTed (`contractUrl`, in older pages `notifyUrl`).
        public var contractUrl: String?

        /// Empty texts count as absent.
        public init(actions: [ActionItem], desc: String? = nil, orderId: String? = nil, contractUrl: String? = nil) {
            self.actions = actions
            self.desc = present(desc)
            self.orderId = present(orderId)
            self.contractUrl = present(contractUrl)
        }
    }

    /// `sign`: sign a text. MYKEY sheet 3.3; what is dangerous to sign is in ``DangerousMessage``.
    public struct Sign: Sendable, Hashable {
        /// The text; for Ethereum the 0x-hexadecimal form of its bytes.
        public var message: String
        /// Where the signature is POSTed (`signUrl`, in older pages `notifyUrl`).
        public var signUrl: String?

        /// An empty URL counts as absent.
        public init(message: String, signUrl: String? = nil) {
            self.message = message
            self.signUrl = present(signUrl)
        }
    }
}
