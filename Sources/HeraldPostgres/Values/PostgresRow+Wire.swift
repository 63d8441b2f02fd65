import CPostgres

extension PostgresRow {
    /// Copies a row in binary form.
    /// - Throws: ``PostgresError`` `invalidValue` for a type that this module does not read.
    init(_ result: OpaquePointer, row: Int32) throws(PostgresError) {
        var values: [PostgresValue] = []
        let count = PQnfields(result)
        values.reserveCapacity(Int(count))
        for column in 0..<count {
            guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
                values.append(.null)
                continue
            }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
            guard let value = PostgresValue(bytes, type: PQftype(result, column)) else {
                throw PostgresError(
                    .invalidValue, field: "column \(column)",
                    reason: "the column has a type that is not read; cast it to bigint, text, bytea or boolean")
            }
            values.append(value)
        }
        self.values = values
    }
}

extension PostgresValue {
    /// Reads the binary form of a value.
    /// - Parameter type: the type's OID (pg_type.dat of PostgreSQL's sources), which never changes.
    init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
        switch type {
        case 16:
            guard bytes.count == 1 else { return nil }
            self = .bool(bytes[0] != 0)
        case 17: self = .bytes(Array(bytes))
        case 20:
            guard bytes.count == 8 else { return nil }
            self = .int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        case 21:
            guard bytes.count == 2 else { return nil }
            self = .int(Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
        case 23:
            guard bytes.count == 4 else { return nil }
            self = .int(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
        // text, char(n), varchar, name and unknown.
        case 25, 1042, 1043, 19, 705: self = .text(String(decoding: bytes, as: UTF8.self))
        // `void`, the type of a function without a result.
        case 2278: self = .null
        default: return nil
        }
    }
}
