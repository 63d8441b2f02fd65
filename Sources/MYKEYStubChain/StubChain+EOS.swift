import HeraldJSON
import MYKEYServices
import Synchronization

extension StubChain {
    /// Responds to a request as an EOS node does (MYKEY sheet 7.2).
    /// - Returns: the response, or `nil` if a real node would respond with HTTP 500.
    func eosAnswer(_ question: String, _ body: JSONValue) -> JSONValue? {
        switch question {
        case "get_info": ["chain_id": .string(chains.eos), "head_block_num": 1, "server_version": "stub"]
        case "get_table_rows": rows(body)
        case "get_account": account(body)
        default: nil
        }
    }

    /// The body of an error, in the documented form.
    static let eosFailure: JSONValue = [
        "code": 500, "message": "Internal Service Error",
        "error": ["code": 3_010_000, "name": "chain_exception", "what": "Internal trouble", "details": []],
    ]

    private func rows(_ body: JSONValue) -> JSONValue {
        var rows: [JSONValue] = []
        if body["code"]?.stringValue == "mykeymanager", body["table"]?.stringValue == "keydata",
            let scope = body["scope"]?.stringValue
        {
            rows = state.withLock { $0.eos[scope]?.rows ?? [] }
        }
        return ["rows": .array(rows), "more": false, "next_key": ""]
    }

    private func account(_ body: JSONValue) -> JSONValue? {
        guard let name = body["account_name"]?.stringValue, let account = state.withLock({ $0.eos[name] }) else {
            return nil
        }
        let owner: JSONValue = [
            "permission": ["actor": .string(account.activeActor), "permission": "active"], "weight": 1,
        ]
        let active: JSONValue = [
            "perm_name": "active", "parent": "owner",
            "required_auth": ["threshold": 1, "keys": [], "accounts": [owner], "waits": []],
        ]
        return ["account_name": .string(name), "permissions": [active]]
    }
}
