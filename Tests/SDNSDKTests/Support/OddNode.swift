import SDNSDK

/// A scripted node whose answers have a JSON text that no careful writer makes. The text stands wherever the answer would have the string
/// ``mark``.
struct OddNode: HTTPTransport {
    static let mark = "an odd value"

    let node: ScriptedNode
    let text: [UInt8]

    init(_ node: ScriptedNode, _ text: String) {
        self.node = node
        self.text = Array(text.utf8)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var response = try await node.send(request)
        let mark = Array("\"\(Self.mark)\"".utf8)
        var (body, rest) = ([UInt8](), response.body[...])
        while let first = rest.first {
            if first == mark.first, rest.starts(with: mark) {
                body += text
                rest = rest.dropFirst(mark.count)
            } else {
                body.append(first)
                rest = rest.dropFirst()
            }
        }
        response.body = body
        return response
    }

    func close() { node.close() }
}
