import SDNWire

/// The place where a page of a space's hierarchy begins, with the parameters of the first page. The place has a meaning only for the same parameters.
struct HierarchyToken: Sendable, Hashable, CustomStringConvertible {
    /// The number of rooms on the earlier pages.
    let offset: Int
    let suggestedOnly: Bool
    /// The number of levels below the space; `nil` for all.
    let maxDepth: Int?

    /// Makes the token for the page after `offset` rooms.
    init(offset: Int, of request: HierarchyRequest) {
        self.offset = offset
        suggestedOnly = request.suggestedOnly
        maxDepth = request.maxDepth
    }

    /// Reads a request's token.
    /// - Throws: `M_INVALID_PARAM` if the text is no token, or if the request has other parameters than the first page.
    init(_ text: String, of request: HierarchyRequest) throws(MatrixError) {
        let parts = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
        guard text.utf8.first == UInt8(ascii: "h"), parts.count == 3,
            let offset = parts[0].wholeNumber.flatMap(Int.init(exactly:))
        else { throw MatrixError(.invalidParam, "from: this is not a token of a hierarchy.") }
        self.init(offset: offset, of: request)
        guard text == description else {
            throw MatrixError(
                .invalidParam, "suggested_only, max_depth: these cannot change between the pages of a hierarchy.")
        }
    }

    var description: String { "h\(offset)_\(suggestedOnly ? 1 : 0)_\(maxDepth.map(String.init) ?? "")" }
}
