/// Asks several sources at the same time. It returns an answer only if all of them agree (MYKEY sheet 9.12).
///
/// Nodes are rarely at the same block. For some seconds after a key was changed they therefore disagree, and the account's owner cannot log
/// in.
public struct AgreeingKeySource: ReservedKeySource {
    private let sources: [any ReservedKeySource]

    /// Creates a source.
    /// - Parameter sources: at least one. Use two sources that different people operate.
    /// - Throws: ``MYKEYServicesError`` with code `configuration` for an empty list.
    public init(_ sources: [any ReservedKeySource]) throws(MYKEYServicesError) {
        guard !sources.isEmpty else {
            throw MYKEYServicesError(.configuration, field: "sources", reason: "at least one source of keys is needed")
        }
        self.sources = sources
    }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        typealias Answer = Result<ReservedKey?, MYKEYServicesError>
        let answers = await withTaskGroup(of: Answer.self) { group in
            for source in sources {
                group.addTask { await source.answer(for: account) }
            }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        var agreed: [ReservedKey?] = []
        for answer in answers {
            let key = try answer.get()
            if let first = agreed.first, first != key {
                throw MYKEYServicesError(
                    .nodesDisagree, field: account.text, reason: "two nodes give different keys")
            }
            agreed.append(key)
        }
        return agreed.first ?? nil
    }
}
