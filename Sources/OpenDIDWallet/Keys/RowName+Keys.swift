/// The names of rows of documents and keys.
extension RowName {
    static func document(_ owner: KeyOwner) -> RowName { RowName(.document, owner.rawValue) }
    static func pendingDocument(_ owner: KeyOwner) -> RowName { RowName(.pendingDocument, owner.rawValue) }
    static func key(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) -> RowName {
        RowName(stage == .active ? .key : .pendingKey, "\(owner.rawValue)/\(id)")
    }
    static func retired(_ owner: KeyOwner, _ number: Int64) -> RowName {
        RowName(.retired, "\(owner.rawValue)/\(number)")
    }
    static func pinAttempts(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) -> RowName {
        RowName(.pinAttempts, "\(stage.rawValue)/\(owner.rawValue)/\(id)")
    }

    /// True if ``pinAttempts(_:_:_:)`` can have made this id.
    static func isPINAttempts(_ id: String) -> Bool {
        let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 && KeyStage(rawValue: parts[0]) != nil && KeyOwner(rawValue: parts[1]) != nil
            && KeyMaking.isName(parts[2])
    }
}
