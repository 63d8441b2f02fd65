/// Bindings in memory. They are lost at the end of the process.
public actor MemoryBindingTable: BindingTable {
    private var all: [Binding] = []

    /// Creates an empty table.
    public init() {}

    public func bindings(appKey: String, chain: String) -> [Binding] {
        all.filter { ExactText($0.appKey) == ExactText(appKey) && $0.chain == chain }
    }

    public func bind(_ binding: Binding) throws(MYKEYServicesError) {
        let near = bindings(appKey: binding.appKey, chain: binding.chain)
        if near.contains(where: { $0.means(binding) }) { return }
        guard !near.contains(where: { $0.userKey == binding.userKey || $0.account == binding.account }) else {
            throw MYKEYServicesError(.value, field: "binding", reason: "the user or the account has another binding")
        }
        all.append(binding)
    }

    public func unbind(appKey: String) { all.removeAll { ExactText($0.appKey) == ExactText(appKey) } }
}
