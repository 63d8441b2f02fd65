import HeraldJSON

extension WalletRequest {
    /// One call of a `transaction`. MYKEY sheet 3.3.
    public struct ActionItem: Sendable, Hashable {
        /// The contract's account, or its 0x address.
        public var account: String?
        /// The action's name; `transfer` for a transfer of tokens.
        public var name: String?
        /// A text for the user.
        public var info: String?
        /// The arguments.
        public var data: ActionData?
        /// Ethereum: the contract's interface, as JSON text.
        public var abi: String?
        /// Ethereum: the call data, 0x-hexadecimal.
        public var binary: String?
        /// Ethereum: how much goes along, such as `0.1 ETH`.
        public var quantity: String?
        /// The chain of this call.
        public var chain: MYKEYChain?

        /// Empty texts count as absent.
        public init(
            account: String? = nil, name: String? = nil, info: String? = nil, data: ActionData? = nil, abi: String? = nil,
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

    /// The arguments of a call: JSON, which Android sends as an object and iOS as a text that holds it. MYKEY sheet 3.3.
    ///
    /// The JSON text itself is kept, so that no number loses digits between dapp and chain.
    public struct ActionData: Sendable, Hashable {
        /// The JSON text, or a text that is no JSON when that is what was sent.
        public let text: String
        /// Whether it travels inside a string.
        public let isText: Bool

        /// Arguments that travel inside a string, as iOS sends them.
        public init(text: String) {
            self.text = text
            isText = true
        }

        /// Arguments that travel as they are.
        public init(_ value: JSONValue) {
            text = String(decoding: value.serialized(), as: UTF8.self)
            isText = false
        }

        /// A transfer's arguments, as an object.
        public init(_ transfer: TokenTransfer) {
            self.init(.object([
                "from": .string(transfer.from), "to": .string(transfer.to), "quantity": .string(transfer.quantity), "memo": .string(transfer.memo),
            ]))
        }

        init(raw view: JSONView) {
            isText = view.kind == .string
            text = view.string ?? String(decoding: view.rawBytes, as: UTF8.self)
        }

        /// The arguments as a tree, in either form; `nil` for a text that is no JSON. Numbers beyond a `Double` are rounded here.
        public var value: JSONValue? {
            try? JSONValue(parsing: Array(text.utf8), limits: JSONLimits(maxBytes: MYKEYLimits.requestBytes, maxDepth: MYKEYLimits.depth, refusesDuplicates: true))
        }

        /// The arguments of a token transfer, when they have that form: four texts.
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
        /// Amount and symbol, such as `1.0000 EOS`.
        public var quantity: String
        /// The memo.
        public var memo: String

        /// The four arguments.
        public init(from: String, to: String, quantity: String, memo: String = "") {
            self.from = from
            self.to = to
            self.quantity = quantity
            self.memo = memo
        }
    }
}
