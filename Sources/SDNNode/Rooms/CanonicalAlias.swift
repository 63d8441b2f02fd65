import GRDB
import HeraldJSON
import SDNWire

/// The content of `m.room.canonical_alias`: the main alias of a room, and others that it publishes.
struct CanonicalAlias {
    private static let main = "alias", others = "alt_aliases"

    private(set) var content: JSONObject

    init(content: JSONObject) { self.content = content }

    /// Reads the current content of a room; `nil` if the room has none.
    static func current(of room: RoomRowID, in db: Database) throws -> CanonicalAlias? {
        try StateStore.event(EventType.canonicalAlias, room: room, in: db).map {
            CanonicalAlias(content: $0.contentObject)
        }
    }

    /// Checks that new aliases are aliases and lead to this room. Aliases that the event already has are not checked again.
    /// - Throws: `M_INVALID_PARAM` if the content has another form or a text is no alias; `M_BAD_ALIAS` if an alias leads elsewhere or nowhere.
    func requireAliases(in log: RoomLog) throws {
        try requireForm()
        let old = try Self.current(of: log.room.rowID, in: log.db)?.all ?? []
        for alias in all.subtracting(old) {
            let checked: RoomAlias
            do {
                checked = try RoomAlias(alias)
            } catch {
                throw MatrixError(.invalidParam, "A room alias has the form #name:domain.")
            }
            guard try RoomAliasStore.room(checked.text, in: log.db) == log.room.rowID else {
                throw MatrixError(.badAlias, "\(alias) is not an alias of this room.")
            }
        }
    }

    private func requireForm() throws(MatrixError) {
        if let alias = content[Self.main], alias != .null, alias.stringValue == nil {
            throw MatrixError(.invalidParam, "alias: expected a text.")
        }
        guard let others = content[Self.others] else { return }
        guard let list = others.arrayValue, list.allSatisfy({ $0.stringValue != nil }) else {
            throw MatrixError(.invalidParam, "alt_aliases: expected a list of texts.")
        }
    }

    private var all: Set<String> {
        var all = Set((content[Self.others]?.arrayValue ?? []).compactMap(\.stringValue))
        if let alias = content[Self.main]?.stringValue, !alias.isEmpty { all.insert(alias) }
        return all
    }

    /// Returns the content without an alias; `nil` if the content does not name the alias.
    func without(_ alias: String) -> CanonicalAlias? {
        var copy = self
        if content[Self.main]?.stringValue?.isIdentical(to: alias) == true { copy.content[Self.main] = nil }
        if let list = content[Self.others]?.arrayValue {
            let left = list.filter { $0.stringValue?.isIdentical(to: alias) != true }
            if left.count != list.count { copy.content[Self.others] = left.isEmpty ? nil : .array(left) }
        }
        return copy.content == content ? nil : copy
    }
}
