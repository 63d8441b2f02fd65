import HeraldJSON

/// What the answers of both kinds of node have in common: JSON of bounded size and depth.
enum ChainAnswer {
    private static let limits = JSONLimits(maxBytes: HTTPChainTransport.answerLimit, maxDepth: 32)

    /// - Throws: ``MYKEYServicesError`` with code `nodeAnswer` unless the bytes are a JSON object.
    static func object(_ bytes: [UInt8], from node: ChainNodeAddress) throws(MYKEYServicesError) -> JSONObject {
        do {
            guard let object = try JSONValue(parsing: bytes, limits: limits).objectValue else {
                throw MYKEYServicesError(.nodeAnswer, field: node.label, reason: "the answer is no JSON object")
            }
            return object
        } catch let error as MYKEYServicesError {
            throw error
        } catch {
            throw MYKEYServicesError(.nodeAnswer, field: node.label, reason: "the answer is no JSON: \(PrintableText.of("\(error)"))")
        }
    }
}
