import Foundation
import HeraldJSON
import SDNWire

/// A scanner that stands before a node's files, at ``antivirusServer`` (SDN sheet 3.2). It is sent no access token.
extension MXRestClient {
    /// The scanner's public key, in base64.
    public func getAntivirusServerPublicKey() async throws -> String {
        let url = try scanner(Endpoints.scannerKey, [:])
        guard let key = try await perform(Endpoints.scannerKey, NoInput(), as: ObjectContent.self, url: url).content["public_key"]?.stringValue else {
            throw SDNSDKError(.malformedResponse, field: "public_key", endpoint: Endpoints.scannerKey.name, reason: "a text is expected")
        }
        return key
    }

    /// What the scanner found in a file.
    /// - Parameter uri: the file's `mxc://` URL.
    /// - Returns: `{"clean":…,"info":…}`.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when this is no `mxc` URL.
    public func scanUnencryptedContent(_ uri: String) async throws -> JSONObject {
        guard let file = try? ContentURI(uri) else {
            throw SDNSDKError(.invalidArgument, field: "uri", endpoint: Endpoints.scanFile.name, reason: "an mxc URL is expected")
        }
        let path = ["serverName": file.serverName, "mediaId": file.mediaID]
        return try await perform(Endpoints.scanFile, PlainRequest(path: path), as: ObjectContent.self, url: scanner(Endpoints.scanFile, path)).content
    }

    /// What the scanner found in a file that is encrypted; the scanner is told its key.
    /// - Parameter file: the `file` of the message.
    /// - Returns: `{"clean":…,"info":…}`.
    public func scanEncryptedContent(_ file: JSONObject) async throws -> JSONObject { try await scan(["file": .object(file)]) }

    /// As ``scanEncryptedContent(_:)``, with the file's key sealed for the scanner by the app.
    /// - Parameter sealed: `ciphertext`, `mac` and `ephemeral`, sealed with ``getAntivirusServerPublicKey()``.
    /// - Returns: `{"clean":…,"info":…}`.
    public func scanEncryptedContentWithSecureExchange(_ sealed: JSONObject) async throws -> JSONObject {
        try await scan(["encrypted_body": .object(sealed)])
    }

    private func scan(_ body: JSONObject) async throws -> JSONObject {
        try await perform(Endpoints.scanSealedFile, BodyRequest(body), as: ObjectContent.self, url: scanner(Endpoints.scanSealedFile, [:])).content
    }

    private func scanner<Q, R>(_ endpoint: Endpoint<Q, R>, _ path: [String: String]) throws -> URL? {
        // An address that is none reads as a URL without a host, which the pipeline refuses by name.
        URL(string: antivirusServer + (try endpoint.path.render(root: apiRoot, parameters: path))) ?? URL(string: "about:blank")
    }
}
