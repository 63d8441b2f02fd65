import Foundation
import SDNClient
import SDNValues
import SDNWire

extension MXRestClient {
    /// Makes the client of an earlier login, for a process that needs no session, such as a notification extension beside the app. If the
    /// store is shared (``/SDNValues/MXStoreSharing/processes``), it renews the tokens in turn with the other processes that use the login.
    ///
    /// ```swift
    /// let client = try MXRestClient.restored(
    ///     credentials, store: store, saveTokens: saveToKeychain, readTokens: readFromKeychain)
    /// ```
    /// - Parameters:
    ///   - credentials: the user, the device and the node.
    ///   - tokens: the tokens; `nil` uses those of `readTokens`, or without it those that `credentials` have.
    ///   - store: the store of the login. It is not opened.
    ///   - apiRoot: the root of the paths. Defaults to the one of `options`.
    ///   - transport: the transport. Defaults to the one of ``/SDNClient/MXRestClient``.
    ///   - options: the settings of the client.
    ///   - saveTokens: receives the tokens each time they were renewed. Without it, the client renews no tokens.
    ///   - readTokens: returns the stored tokens, or `nil` when they were removed. It is called before each renewal.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingCredentials` when the user or the token is missing, or the error of `readTokens`.
    public static func restored(
        _ credentials: MXCredentials, tokens: MXCredentials.Tokens? = nil, store: any MXStore, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance,
        saveTokens: (@Sendable (MXCredentials.Tokens) -> Void)?,
        readTokens: (@Sendable () throws -> MXCredentials.Tokens?)?
    ) throws -> MXRestClient {
        if let tokens {
            credentials.tokens = tokens
        } else if let readTokens {
            credentials.tokens = try readTokens()
        }
        guard credentials.userId?.isEmpty == false, credentials.accessToken != nil else {
            throw SDNSDKError(
                .missingCredentials, field: credentials.accessToken == nil ? "accessToken" : "userId",
                reason: "a session needs a user and an access token, so log in first")
        }
        let client = MXRestClient(credentials: credentials, apiRoot: apiRoot, transport: transport, options: options)
        client.tokenKeeper = TokenKeeper(
            turnFile: { try (store as? any MXTokenTurnStore)?.tokenTurnFile(for: credentials) }, read: readTokens,
            save: saveTokens)
        return client
    }
}
