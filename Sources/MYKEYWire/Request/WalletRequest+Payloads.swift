extension WalletRequest {
    /// A `login` request: the user is asked to log in. MYKEY sheet 3.3.
    public struct Login: Sendable, Hashable {
        /// The URL to which the wallet POSTs the signed login. The SDK's request type calls it `callbackUrl`.
        public var loginUrl: String?
        /// A text for the user. The SDK's request type calls it `info`.
        public var loginMemo: String?
        /// The user's name at the dapp (`dappUserName`).
        public var userName: String?

        /// Creates a login. Empty strings count as absent.
        public init(loginUrl: String? = nil, loginMemo: String? = nil, userName: String? = nil) {
            self.loginUrl = present(loginUrl)
            self.loginMemo = present(loginMemo)
            self.userName = present(userName)
        }
    }

    /// A `transfer` request: the user is asked to send tokens. MYKEY sheet 3.3.
    public struct Transfer: Sendable, Hashable {
        /// The paying account.
        public var from: String?
        /// The receiving account or address.
        public var to: String?
        /// The amount.
        public var amount: TokenAmount?
        /// The token's contract: an EOS account, a 0x address, or `ETH` for Ether itself.
        public var contract: String?
        /// The token's symbol.
        public var symbol: String?
        /// The number of decimals of the token.
        public var precision: Int64?
        /// The memo of the transfer. For Ether, hexadecimal with `0x`.
        public var dappData: String?
        /// A text for the user.
        public var desc: String?
        /// The dapp's own order number.
        public var orderId: String?
        /// The URL to which the wallet POSTs the result.
        public var transferUrl: String?

        /// Creates a transfer. Empty strings count as absent.
        public init(
            from: String? = nil, to: String? = nil, amount: TokenAmount? = nil, contract: String? = nil,
            symbol: String? = nil,
            precision: Int64? = nil, dappData: String? = nil, desc: String? = nil, orderId: String? = nil,
            transferUrl: String? = nil
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

    /// A `transaction` request: the user is asked to call contracts. MYKEY sheet 3.3.
    public struct Transaction: Sendable, Hashable {
        /// The calls in order, 1 to 20.
        public var actions: [ActionItem]
        /// A text for the user.
        public var desc: String?
        /// The dapp's own order number.
        public var orderId: String?
        /// The URL to which the wallet POSTs the result (`contractUrl`; older pages call it `notifyUrl`).
        public var contractUrl: String?

        /// Creates a transaction. Empty strings count as absent.
        public init(actions: [ActionItem], desc: String? = nil, orderId: String? = nil, contractUrl: String? = nil) {
            self.actions = actions
            self.desc = present(desc)
            self.orderId = present(orderId)
            self.contractUrl = present(contractUrl)
        }
    }

    /// A `sign` request: the user is asked to sign a text. ``DangerousMessage`` detects texts that are dangerous to sign. MYKEY sheet 3.3.
    public struct Sign: Sendable, Hashable {
        /// The text to sign. For Ethereum, its bytes in hexadecimal with `0x`.
        public var message: String
        /// The URL to which the wallet POSTs the signature (`signUrl`; older pages call it `notifyUrl`).
        public var signUrl: String?

        /// Creates a request to sign. An empty URL counts as absent.
        public init(message: String, signUrl: String? = nil) {
            self.message = message
            self.signUrl = present(signUrl)
        }
    }
}
