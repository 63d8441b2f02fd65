import HeraldJSON

/// The way in which a call reads a successful answer, and its demands on the answer.
struct AnswerReader<T>: Sendable {
    /// The `Accept` header; `nil` for the client's usual JSON types.
    private(set) var accept: String?
    /// The size of the longest answer, in bytes; `nil` means the client's usual limit.
    let maximumBytes: Int?
    /// Receives the progress of all tries of a call as if they were one.
    let progress: TransportProgressHandler?
    /// Reads the answer.
    /// - Throws: `JSONError` or `WireError` naming what is wrong with the answer.
    let read: @Sendable (_ response: TransportResponse, _ limit: Int) throws -> T

    /// Returns a reader of JSON.
    static func json(progress: TransportProgressHandler? = nil, _ read: @escaping @Sendable (JSONDocument) throws -> T)
        -> AnswerReader
    {
        AnswerReader(accept: nil, maximumBytes: nil, progress: progress.map(RisingProgress.over)) { response, limit in
            try read(JSONDocument(response.body, limits: JSONLimits(maxBytes: limit)))
        }
    }

    /// Returns a reader that takes the body unchanged. Errors are JSON all the same.
    static func file(
        maximumBytes: Int?, progress: TransportProgressHandler?, _ read: @escaping @Sendable (TransportResponse) -> T
    ) -> AnswerReader {
        AnswerReader(accept: "*/*", maximumBytes: maximumBytes, progress: progress.map(RisingProgress.over)) {
            response, _ in read(response)
        }
    }

    /// Returns the same reader with these media types in the header.
    func accepting(_ types: Set<String>) -> AnswerReader {
        var reader = self
        reader.accept = types.sorted().joined(separator: ", ")
        return reader
    }
}
