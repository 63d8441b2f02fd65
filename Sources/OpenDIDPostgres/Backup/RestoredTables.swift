/// The tables and sequences that a schema must have after its migrations. A new one needs a line here.
enum RestoredTables {
    /// The tables that each migration creates. Each of them has a primary key.
    static let tables: [String: [String]] = [
        "transactions, version 1": ["service_transaction", "service_step"],
        "identity, version 1": ["service_identity"],
        "salt, version 1": ["service_salt"],
        "registry, version 1": [
            "ledger_did", "ledger_did_version", "ledger_status_change", "ledger_credential", "ledger_schema",
            "ledger_plan", "ledger_provider", "ledger_app",
        ],
        "tas, version 1": ["tas_wallet", "tas_user", "tas_restore_offer", "tas_nonce"],
        "issuer, version 1": ["issuer_user", "issuer_offer", "issuer_credential", "issuer_revocation"],
        "verifier, version 1": ["verifier_offer"],
        "cas, version 1": ["cas_user"],
        "wallet, version 1": ["wallet_device"],
        "noti, version 1": ["noti_message"],
        "limits, version 1": ["client_limit", "token_guess"],
    ]

    /// A sequence, with the column that has its numbers.
    struct Numbers: Sendable, Hashable {
        let sequence: String
        let table: String
        let column: String
    }

    /// The sequences, whose next number must be greater than all that are stored.
    static let sequences = [
        Numbers(sequence: "ledger_revision", table: "ledger_did", column: "revision"),
        Numbers(sequence: "ledger_status_change_number_seq", table: "ledger_status_change", column: "number"),
        Numbers(sequence: "ledger_plan_position_seq", table: "ledger_plan", column: "position"),
        Numbers(sequence: "noti_message_number_seq", table: "noti_message", column: "number"),
    ]

    /// A reference between rows: each row `a` of a table needs a row `b` of another one.
    struct Reference: Sendable, Hashable {
        let table: String
        let target: String
        let condition: String
    }

    static let references = [
        Reference(
            table: "ledger_did", target: "ledger_did_version", condition: "b.did = a.did AND b.version = a.newest"),
        Reference(table: "ledger_did_version", target: "ledger_did", condition: "b.did = a.did"),
        Reference(
            table: "service_step", target: "service_transaction",
            condition: "b.role = a.role AND b.id = a.transaction_id"),
        Reference(table: "issuer_revocation", target: "issuer_credential", condition: "b.vc_id = a.vc_id"),
    ]
}
