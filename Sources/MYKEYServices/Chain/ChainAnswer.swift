import HeraldJSON

/// Reads the answers of nodes of both chains, which are JSON of limited size and depth.
enum ChainAnswer {
    private static let limits = JSONLimits(maxBytes: HTTPChainTransport.answerLimit, maxDepth: 32)

    /// Reads an answer that must be a JSON object.
    /// - Throws: ``MYKEYServicesError`` with code `nodeAnswer` if the bytes are not a JSON object.
    static func object(_ bytes: [UInt8], from node: ChainNodeAddress) throws(MYKEYServicesError) -> JSONObject {
        do {
            guard let object = try JSONValue(parsing: bytes, limits: limits).objectValue else {
                throw MYKEYServicesError(.nodeAnswer, field: node.label, reason: "the answer is not a JSON object")
            }
            return object
        } catch let error as MYKEYServicesError {
            throw error
        } catch {
            throw MYKEYServicesError(
                .nodeAnswer, field: node.label, reason: "the answer is no JSON: \(PrintableText.of("\(error)"))")
        }
    }
}
