import HeraldJSON

extension WalletRequest {
    /// Reads a request. Unknown members are ignored, and `""` and `null` count as absent. The names that older pages use are accepted too
    /// (`notifyUrl`, `ContractRequest`, `TransferDataRequest`). MYKEY sheet 3.3.
    ///
    /// If this initialiser rejects a request, ``AnswerRoute`` reads the place to which the wallet reports the error.
    /// - Parameter json: at most 48 KiB of JSON, nested at most 16 deep, without duplicate members.
    /// - Throws: ``MYKEYError`` naming the field.
    public init(json: [UInt8]) throws(MYKEYError) {
        let object = try WireObject(json, maxBytes: MYKEYLimits.requestBytes, field: "request")
        guard let speaks = try object.word("protocol", as: MYKEYProtocol.self) else { throw Self.missing("protocol") }
        guard try object.requiredText("version") == MYKEYProtocol.version else {
            throw MYKEYError(.value, field: "version", reason: "only version \(MYKEYProtocol.version) is supported")
        }
        guard let action = try object.word("action", as: WalletAction.self) else { throw Self.missing("action") }
        let payload: Payload =
            switch action {
            case .login: .login(try Login(object))
            case .transfer: .transfer(try Transfer(object))
            case .transaction: .transaction(try Transaction(object))
            case .sign: .sign(try Sign(object))
            }
        self.init(
            protocol: speaks, appKey: try object.text("appKey"), uuID: try object.text("uuID"),
            dappName: try object.text("dappName"),
            dappIcon: try object.text("dappIcon"), callback: try object.text("callback"),
            callbackId: try object.text("callbackId"),
            chain: try object.word("chain", as: MYKEYChain.self), expired: try object.time("expired"),
            payload: payload)
        // Servers reject a login without `uuID`. The request is refused here, so that the user is not asked to sign such a login.
        guard action != .login || uuID != nil else { throw Self.missing("uuID") }
    }

    private static func missing(_ field: String) -> MYKEYError {
        MYKEYError(.missing, field: field, reason: "the field is absent or empty")
    }
}

extension WalletRequest.Login {
    init(_ object: WireObject) throws(MYKEYError) {
        self.init(
            loginUrl: try object.text("loginUrl"), loginMemo: try object.text("loginMemo"),
            userName: try object.text("dappUserName"))
    }
}

extension WalletRequest.Transfer {
    init(_ object: WireObject) throws(MYKEYError) {
        var amount: TokenAmount?
        if let found = try object.textOrNumber("amount") { amount = try TokenAmount(found.text) }
        let precision = try object.wholeNumber("precision")
        guard (precision ?? 0) <= 255 else {
            throw MYKEYError(.value, field: "precision", reason: "a token has at most 255 decimals")
        }
        self.init(
            from: try object.text("from"), to: try object.text("to"), amount: amount,
            contract: try object.text("contract"),
            symbol: try object.text("symbol"), precision: precision, dappData: try object.text("dappData"),
            desc: try object.text("desc"),
            orderId: try object.text("orderId"), transferUrl: try object.text("transferUrl"))
    }
}

extension WalletRequest.Transaction {
    init(_ object: WireObject) throws(MYKEYError) {
        let key = object.member("actions") == nil ? "ContractRequest" : "actions"
        guard let list = object.member(key) else {
            throw MYKEYError(.missing, field: "actions", reason: "the field is absent or empty")
        }
        guard list.kind == .array else { throw object.mismatch(key, "an array", list) }
        guard (1...MYKEYLimits.actions).contains(list.count) else {
            throw MYKEYError(
                .tooLong, field: key,
                reason: "1 to \(MYKEYLimits.actions) actions were expected, but there are \(list.count)")
        }
        var actions: [WalletRequest.ActionItem] = []
        for (index, element) in list.elements.enumerated() {
            actions.append(try WalletRequest.ActionItem(try WireObject(element, path: "\(key)[\(index)]")))
        }
        self.init(
            actions: actions, desc: try object.text("desc"), orderId: try object.text("orderId"),
            contractUrl: try object.text("contractUrl", or: "notifyUrl"))
    }
}

extension WalletRequest.ActionItem {
    init(_ object: WireObject) throws(MYKEYError) {
        let data = object.member("data") ?? object.member("TransferDataRequest")
        self.init(
            account: try object.text("account"), name: try object.text("name"), info: try object.text("info"),
            data: data.map(WalletRequest.ActionData.init(raw:)), abi: try object.text("abi"),
            binary: try object.text("binary"),
            quantity: try object.text("quantity"), chain: try object.word("chain", as: MYKEYChain.self))
    }
}

extension WalletRequest.Sign {
    init(_ object: WireObject) throws(MYKEYError) {
        self.init(message: try object.requiredText("message"), signUrl: try object.text("signUrl", or: "notifyUrl"))
    }
}
