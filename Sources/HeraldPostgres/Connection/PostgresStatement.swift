/// A statement with its parameters and limits.
struct PostgresStatement: Sendable {
    enum Form: Sendable {
        /// Prepared once for each connection, with parameters.
        case prepared([any PostgresParameter])
        /// One or several statements without parameters, as they are.
        case script
    }

    let sql: String
    let form: Form
    var isPrepared: Bool { if case .prepared = form { true } else { false } }
    /// The time after which this process gives it up.
    let time: Duration
    /// False for a statement that is not ended early, because its outcome matters. COMMIT is one.
    var isCancellable = true
}
