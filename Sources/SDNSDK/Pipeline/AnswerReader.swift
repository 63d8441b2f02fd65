import HeraldJSON

/// What a call does with a good answer, and what it asks of it.
struct AnswerReader<T>: Sendable {
    /// The `Accept` header; `nil` for what the client accepts as JSON.
    private(set) var accept: String?
    /// The longest answer, in bytes; `nil` means the client's usual limit.
    let maximumBytes: Int?
    /// Told about all tries of a call as if they were one.
    let progress: TransportProgressHandler?
    /// - Throws: `JSONError` or `WireError` naming what is wrong with the answer.
    let read: @Sendable (_ response: TransportResponse, _ limit: Int) throws -> T

    /// Reads JSON.
    static func json(progress: TransportProgressHandler? = nil, _ read: @escaping @Sendable (JSONDocument) throws -> T) -> AnswerReader {
        AnswerReader(accept: nil, maximumBytes: nil, progress: progress.map(RisingProgress.over)) { response, limit in
            try read(JSONDocument(response.body, limits: JSONLimits(maxBytes: limit)))
        }
    }

    /// Takes the body as it is. Errors are JSON all the same.
    static func file(
        maximumBytes: Int?, progress: TransportProgressHandler?, _ read: @escaping @Sendable (TransportResponse) -> T
    ) -> AnswerReader {
        AnswerReader(accept: "*/*", maximumBytes: maximumBytes, progress: progress.map(RisingProgress.over)) { response, _ in read(response) }
    }

    /// The same with these media types in the header.
    func accepting(_ types: Set<String>) -> AnswerReader {
        var reader = self
        reader.accept = types.sorted().joined(separator: ", ")
        return reader
    }
}
