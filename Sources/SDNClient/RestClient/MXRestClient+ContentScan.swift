import Foundation
import HeraldJSON
import SDNValues
import SDNWire

/// Calls to the virus scanner that checks a node's files (SDN sheet 3.2). Its URL is ``antivirusServer``. The client sends it no access
/// token.
extension MXRestClient {
    /// Returns the scanner's public key, in base64.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getAntivirusServerPublicKey() async throws -> String {
        let url = try scanner(Endpoints.scannerKey, [:])
        guard
            let key = try await perform(Endpoints.scannerKey, NoInput(), as: ObjectContent.self, url: url).content[
                "public_key"]?.stringValue
        else {
            throw SDNSDKError(
                .malformedResponse, field: "public_key", endpoint: Endpoints.scannerKey.name,
                reason: "expected a text")
        }
        return key
    }

    /// Returns the scanner's result for a file.
    /// - Parameter uri: the file's `mxc://` URL.
    /// - Returns: `{"clean":…,"info":…}`.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when this is no `mxc` URL.
    public func scanUnencryptedContent(_ uri: String) async throws -> JSONObject {
        guard let file = try? ContentURI(uri) else {
            throw SDNSDKError(
                .invalidArgument, field: "uri", endpoint: Endpoints.scanFile.name, reason: "expected an mxc URL")
        }
        let path = ["serverName": file.serverName, "mediaId": file.mediaID]
        return try await perform(
            Endpoints.scanFile, PlainRequest(path: path), as: ObjectContent.self, url: scanner(Endpoints.scanFile, path)
        ).content
    }

    /// Returns the scanner's result for an encrypted file. The scanner receives the file's key.
    /// - Parameter file: the `file` member of the message.
    /// - Returns: `{"clean":…,"info":…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func scanEncryptedContent(_ file: JSONObject) async throws -> JSONObject {
        try await scan(["file": .object(file)])
    }

    /// Does the same as ``scanEncryptedContent(_:)``, with the file's key encrypted for the scanner by the app.
    /// - Parameter sealed: `ciphertext`, `mac` and `ephemeral`, encrypted with the key from ``getAntivirusServerPublicKey()``.
    /// - Returns: `{"clean":…,"info":…}`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func scanEncryptedContentWithSecureExchange(_ sealed: JSONObject) async throws -> JSONObject {
        try await scan(["encrypted_body": .object(sealed)])
    }

    private func scan(_ body: JSONObject) async throws -> JSONObject {
        try await perform(
            Endpoints.scanSealedFile, BodyRequest(body), as: ObjectContent.self,
            url: scanner(Endpoints.scanSealedFile, [:])
        ).content
    }

    private func scanner<Q, R>(_ endpoint: Endpoint<Q, R>, _ path: [String: String]) throws -> URL? {
        // If the scanner's address is malformed, the result is a URL without a host. The pipeline refuses such a URL with an error for the
        // field `url`.
        URL(string: antivirusServer + (try endpoint.path.render(root: apiRoot, parameters: path)))
            ?? URL(string: "about:blank")
    }
}
