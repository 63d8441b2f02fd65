/// The parameters of a statement in the form in which libpq takes them. Bytes are sent in binary form, everything else as text, so that the server
/// reads a number as whatever integer type its place has.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    /// `nil` stands for NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// - Throws: ``PostgresError`` `invalidValue` for a text that PostgreSQL cannot store.
    init(_ values: [any PostgresParameter]) throws(PostgresError) {
        for (index, value) in values.enumerated() {
            switch value.postgresValue {
            case .null: append(nil, isBinary: false)
            case .bool(let value): append([UInt8(ascii: value ? "t" : "f")], isBinary: false)
            case .int(let value): append(Array(String(value).utf8), isBinary: false)
            case .bytes(let value): append(value, isBinary: true)
            case .text(let value):
                let text = Array(value.utf8)
                // libpq would cut the text off there.
                guard !text.contains(0) else {
                    throw PostgresError(
                        .invalidValue, sqlState: PostgresError.unstorableText, field: "parameter \(index + 1)",
                        reason: "the text contains a zero byte")
                }
                append(text, isBinary: false)
            }
        }
    }

    private mutating func append(_ value: [UInt8]?, isBinary: Bool) {
        starts.append(value == nil ? nil : bytes.count)
        lengths.append(Int32(clamping: value?.count ?? 0))
        formats.append(isBinary ? 1 : 0)
        guard let value else { return }
        bytes += value
        bytes.append(0)
    }

    /// Calls `body` with the number of parameters, their values, lengths and formats.
    func withPointers<T>(
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> T
    ) -> T {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return body(
                Int32(clamping: starts.count), starts.map { start in start.flatMap { base?.advanced(by: $0) } },
                lengths, formats)
        }
    }
}
