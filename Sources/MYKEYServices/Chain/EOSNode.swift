import HeraldJSON
import HeraldKeys

/// The three requests to an EOS node that a login needs (MYKEY sheet 7.2).
///
/// ```swift
/// let node = EOSNode(try ChainNodeAddress("https://eos.example"))
/// print(try await node.chainID())
/// let keys = try EOSTableKeySource(node: node)
/// ```
public struct EOSNode: Sendable {
    /// The node's address.
    public let address: ChainNodeAddress
    private let transport: any ChainTransport

    /// Creates a client of a node.
    /// - Parameters:
    ///   - address: the node's address.
    ///   - transport: sends the requests. Defaults to HTTP.
    public init(_ address: ChainNodeAddress, transport: any ChainTransport = HTTPChainTransport()) {
        self.address = address
        self.transport = transport
    }

    /// Returns the rows with index 3 from the table `keydata` of the manager contract, in the scope of the account.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` or `nodeAnswer`.
    public func reservedKeyRows(of account: EOSName, manager: EOSName) async throws(MYKEYServicesError) -> [JSONValue] {
        let answer = try await ask(
            "get_table_rows",
            [
                "json": true, "code": .string(manager.text), "scope": .string(account.text), "table": "keydata",
                "lower_bound": "3", "upper_bound": "3", "limit": 1,
            ])
        guard let rows = answer["rows"]?.arrayValue else {
            throw MYKEYServicesError(
                .nodeAnswer, field: address.label, reason: "get_table_rows: the answer has no array rows")
        }
        return rows
    }

    /// Returns true when the account's permission `active` gives the manager contract enough weight to act alone.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` or `nodeAnswer`.
    public func isActiveDelegated(of account: EOSName, to manager: EOSName) async throws(MYKEYServicesError) -> Bool {
        let answer = try await ask("get_account", ["account_name": .string(account.text)])
        guard let permissions = answer["permissions"]?.arrayValue else {
            throw MYKEYServicesError(
                .nodeAnswer, field: address.label, reason: "get_account: the answer has no array permissions")
        }
        guard let active = permissions.first(where: { $0["perm_name"]?.stringValue == "active" })?["required_auth"],
            let threshold = Self.number(active["threshold"]), threshold > 0
        else { return false }
        return (active["accounts"]?.arrayValue ?? []).contains { entry in
            guard let actor = entry["permission"]?["actor"]?.stringValue, let weight = Self.number(entry["weight"])
            else { return false }
            return actor.utf8.elementsEqual(manager.text.utf8) && weight >= threshold
        }
    }

    /// Returns the id of the node's chain, 64 lower-case hexadecimal digits without `0x`.
    /// - Throws: ``MYKEYServicesError`` with code `nodeUnavailable` or `nodeAnswer`.
    public func chainID() async throws(MYKEYServicesError) -> String {
        guard let id = try await ask("get_info", [:])["chain_id"]?.stringValue?.lowercased() else {
            throw MYKEYServicesError(
                .nodeAnswer, field: address.label, reason: "get_info: the answer has no text chain_id")
        }
        return id
    }

    /// Reads a number, which may be a string, because nodes write numbers above 2^32 − 1 as strings.
    static func number(_ value: JSONValue?) -> Int64? {
        value?.intValue ?? value?.stringValue.flatMap { Int64($0) }
    }

    private func ask(_ question: String, _ body: JSONValue) async throws(MYKEYServicesError) -> JSONObject {
        let reply = try await transport.post(body.serialized(), path: "/v1/chain/" + question, to: address)
        guard (200...299).contains(reply.status) else {
            // The documented form of an error is HTTP 500 with the members `code`, `message` and `error`.
            let said = (try? JSONValue(parsing: reply.body))?["error"]?["what"]?.stringValue
            throw MYKEYServicesError(
                .nodeUnavailable, field: address.label,
                reason: "\(question): HTTP status \(reply.status), \(PrintableText.of(said))")
        }
        return try ChainAnswer.object(reply.body, from: address)
    }
}
