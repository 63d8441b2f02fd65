import GRDB

extension RoomRowID: DatabaseValueConvertible, StatementColumnConvertible {
    // The default would make a `DatabaseValue` first.
    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        rawValue.bind(to: sqliteStatement, at: index)
    }
}
