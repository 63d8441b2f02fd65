/// A row of a result. Its columns are numbered from 0.
package struct PostgresRow: Sendable, Hashable {
    package let values: [PostgresValue]

    /// Returns the value of a column.
    /// - Throws: ``PostgresError`` `invalidValue` if there is no such column, or if it has another type.
    package func get<Value: PostgresColumnType>(_ column: Int, as type: Value.Type = Value.self) throws(PostgresError)
        -> Value
    {
        guard values.indices.contains(column), let value = Value(postgresValue: values[column]) else {
            throw PostgresError(
                .invalidValue, field: "column \(column)", reason: "the column is not \(Value.columnTypeName)")
        }
        return value
    }
}

/// The result of a statement.
package struct PostgresResult: Sendable, Hashable {
    /// The rows that the statement returned.
    package internal(set) var rows: [PostgresRow] = []
    /// The number of rows that the statement changed or returned.
    package internal(set) var changes = 0
    /// The server's name of what it did, such as `COMMIT`.
    var tag = ""
}
