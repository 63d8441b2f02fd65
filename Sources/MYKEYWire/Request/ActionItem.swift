import HeraldJSON

extension WalletRequest {
    /// One contract call of a `transaction`. MYKEY sheet 3.3.
    public struct ActionItem: Sendable, Hashable {
        /// The contract's EOS account or `0x` address.
        public var account: String?
        /// The name of the contract's action. For a token transfer it is `transfer`.
        public var name: String?
        /// The text that the wallet shows to the user about this call.
        public var info: String?
        /// The arguments.
        public var data: ActionData?
        /// Ethereum: the contract's interface as JSON.
        public var abi: String?
        /// Ethereum: the call data in hexadecimal with `0x`.
        public var binary: String?
        /// Ethereum: the amount to send with the call, such as `0.1 ETH`.
        public var quantity: String?
        /// The chain of this call.
        public var chain: MYKEYChain?

        /// Creates a call. Empty strings count as absent.
        public init(
            account: String? = nil, name: String? = nil, info: String? = nil, data: ActionData? = nil,
            abi: String? = nil,
            binary: String? = nil, quantity: String? = nil, chain: MYKEYChain? = nil
        ) {
            self.account = present(account)
            self.name = present(name)
            self.info = present(info)
            self.data = data
            self.abi = present(abi)
            self.binary = present(binary)
            self.quantity = present(quantity)
            self.chain = chain
        }
    }

    /// The arguments of a call as JSON. The Android SDK sends an object, and the iOS SDK sends a string that contains the JSON. MYKEY sheet
    /// 3.3.
    ///
    /// The JSON text is stored unchanged, so that no number loses digits between the dapp and the chain.
    public struct ActionData: Sendable, Hashable {
        /// The JSON text, or the received text if it is not JSON.
        public let text: String
        /// True when the arguments are sent inside a string.
        public let isText: Bool

        /// Creates arguments that are sent inside a string, as iOS does.
        public init(text: String) {
            self.text = text
            isText = true
        }

        /// Creates arguments that are sent as a JSON value.
        public init(_ value: JSONValue) {
            text = String(decoding: value.serialized(), as: UTF8.self)
            isText = false
        }

        /// Creates the arguments of a token transfer, sent as an object.
        public init(_ transfer: TokenTransfer) {
            self.init(
                .object([
                    "from": .string(transfer.from), "to": .string(transfer.to), "quantity": .string(transfer.quantity),
                    "memo": .string(transfer.memo),
                ]))
        }

        init(raw view: JSONView) {
            isText = view.kind == .string
            text = view.string ?? String(decoding: view.rawBytes, as: UTF8.self)
        }

        /// The arguments as a JSON value, whichever form they are sent in. `nil` if the text is not JSON. A number that a `Double` cannot
        /// hold exactly is rounded.
        public var value: JSONValue? {
            try? JSONValue(
                parsing: Array(text.utf8),
                limits: JSONLimits(
                    maxBytes: MYKEYLimits.requestBytes, maxDepth: MYKEYLimits.depth, refusesDuplicates: true))
        }

        /// The arguments of a token transfer. `nil` unless the arguments are the strings `from`, `to`, `quantity` and optionally `memo`.
        public var transfer: TokenTransfer? {
            guard let value, let from = value["from"]?.stringValue, let to = value["to"]?.stringValue,
                let quantity = value["quantity"]?.stringValue
            else { return nil }
            return TokenTransfer(from: from, to: to, quantity: quantity, memo: value["memo"]?.stringValue ?? "")
        }

        var rawBytes: [UInt8] { isText ? JSONText.quoted(text) : Array(text.utf8) }
    }

    /// The arguments of an EOS token transfer. MYKEY sheet 2.3.
    public struct TokenTransfer: Sendable, Hashable {
        /// The paying account.
        public var from: String
        /// The receiving account.
        public var to: String
        /// The amount and the symbol, such as `1.0000 EOS`.
        public var quantity: String
        /// The memo.
        public var memo: String

        /// Creates the arguments.
        public init(from: String, to: String, quantity: String, memo: String = "") {
            self.from = from
            self.to = to
            self.quantity = quantity
            self.memo = memo
        }
    }
}
