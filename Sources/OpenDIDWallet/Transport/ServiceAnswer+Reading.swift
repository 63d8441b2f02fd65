import HeraldJSON
import OpenDID_DataModel

/// A decoded answer: the value, and the document over which signatures are checked.
struct ReadAnswer<Value: Sendable>: Sendable {
    let value: Value
    let document: SignedDocument

    /// Returns a document inside the answer.
    func part(_ path: String...) throws(WalletError) -> SignedDocument {
        guard let view = document[path] else {
            throw WalletError(
                .answer, field: path.joined(separator: "."), reason: "the server's answer lacks this member")
        }
        return try translating(.answer, path.joined(separator: ".")) { try SignedDocument(view) }
    }
}

extension ServiceAnswer {
    /// Decodes the answer of an endpoint.
    /// - Throws: ``WalletError`` with code `refused` if the status is not 200, or with code `answer` if the body does not have the expected
    ///   type.
    func read<Q, R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<Q, R>) throws(WalletError) -> ReadAnswer<R> {
        try read(as: R.self, from: endpoint.name)
    }

    /// Decodes the answer from another address.
    func read<R: Decodable & Sendable>(as type: R.Type, from name: String) throws(WalletError) -> ReadAnswer<R> {
        guard status == 200 else {
            throw WalletError(
                .refused, field: name, reason: "the server refused the request",
                serverError: ServiceFailure(status: status, body: body))
        }
        return try translating(.answer, name) {
            let document = try SignedDocument(body)
            return ReadAnswer(value: try JSONModelDecoder().decode(type, from: document.root), document: document)
        }
    }
}
