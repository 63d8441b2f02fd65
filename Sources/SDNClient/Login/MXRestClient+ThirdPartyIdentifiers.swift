import Foundation
import HeraldJSON
import SDNValues
import SDNWire

/// An email address or telephone number of an account (SDN sheet 3.2).
public struct MXThirdPartyIdentifier: JSONModel, Hashable {
    /// `email` or `msisdn`.
    public let medium: String
    /// The email address or telephone number. A telephone number has its country code and no plus sign.
    public let address: String
    /// The time when the user proved the ownership of the address, in milliseconds since 1970.
    public let validatedAt: Int64?
    /// The time when the address was added to the account, in milliseconds since 1970.
    public let addedAt: Int64?

    package init(json: JSONReader) throws {
        medium = try json.string("medium")
        address = try json.string("address")
        validatedAt = try json.optionalInt("validated_at")
        addedAt = try json.optionalInt("added_at")
    }
}

struct ThirdPartyIdentifierList: JSONModel {
    let identifiers: [MXThirdPartyIdentifier]
    init(json: JSONReader) throws {
        identifiers = try json.objects("threepids").map(MXThirdPartyIdentifier.init(json:))
    }
}

/// Calls for email addresses and telephone numbers. They are for homeservers that identify accounts by such addresses. A SendingNetwork
/// account is a wallet, so Herald's node answers these calls with ``MXError/unrecognized``.
extension MXRestClient {
    /// Returns the account's email addresses and telephone numbers.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func thirdPartyIdentifiers() async throws -> [MXThirdPartyIdentifier] {
        try await perform(Endpoints.thirdPartyIdentifiers, NoInput(), as: ThirdPartyIdentifierList.self).identifiers
    }

    /// Adds an email address or telephone number to the account, through the older endpoint. The user has already proved its ownership.
    /// - Parameters:
    ///   - sid: the proof, begun by ``requestToken(forEmail:isDuringRegistration:clientSecret:sendAttempt:nextLink:)``.
    ///   - clientSecret: the client secret with which the proof was begun.
    ///   - bind: true if the identity server should publish that the user owns the address.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addThirdPartyIdentifier(_ sid: String, clientSecret: String, bind: Bool) async throws {
        var proof: JSONObject = ["sid": .string(sid), "client_secret": .string(clientSecret)]
        proof.set("id_server", identityServer.map(Self.host))
        _ = try await perform(
            Endpoints.bindNewIdentifier, BodyRequest(["three_pid_creds": .object(proof), "bind": .bool(bind)]))
    }

    /// Adds an email address or telephone number to the account, and informs no identity server. The user has already proved its ownership.
    /// - Parameters:
    ///   - sid: the proof.
    ///   - clientSecret: the client secret with which the proof was begun.
    ///   - authParameters: the proof that the caller owns the account, as in ``deleteDevice(_:authParameters:)``.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addThirdPartyIdentifierOnly(
        withSessionId sid: String, clientSecret: String, authParameters: JSONObject?
    ) async throws {
        var body: JSONObject = ["sid": .string(sid), "client_secret": .string(clientSecret)]
        body.set("auth", authParameters.map(JSONValue.object))
        _ = try await perform(Endpoints.addIdentifier, BodyRequest(body))
    }

    /// Removes an address from the account.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func remove3PID(address: String, medium: String) async throws {
        _ = try await perform(
            Endpoints.deleteIdentifier, BodyRequest(["address": .string(address), "medium": .string(medium)]))
    }

    /// Makes the identity server publish that the user owns an address. The user has already proved its ownership.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingIdentityServer` when ``identityServer`` is not set.
    public func bind3Pid(withSessionId sid: String, clientSecret: String) async throws {
        var body: JSONObject = ["sid": .string(sid), "client_secret": .string(clientSecret)]
        body["id_server"] = .string(try requiredIdentityServer(Endpoints.bindIdentifier.name))
        body.set("id_access_token", credentials.identityServerAccessToken)
        _ = try await perform(Endpoints.bindIdentifier, BodyRequest(body))
    }

    /// Makes the identity server stop publishing that the user owns an address.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingIdentityServer` when ``identityServer`` is not set.
    public func unbind3Pid(withAddress address: String, medium: String) async throws {
        let server = try requiredIdentityServer(Endpoints.unbindIdentifier.name)
        _ = try await perform(
            Endpoints.unbindIdentifier,
            BodyRequest(["address": .string(address), "medium": .string(medium), "id_server": .string(server)]))
    }

    /// Makes the node send a token to an email address. With the token, the user proves the ownership of the address.
    /// - Parameters:
    ///   - email: the address.
    ///   - isDuringRegistration: true if the account does not exist yet.
    ///   - clientSecret: a random string that identifies the proof.
    ///   - sendAttempt: a counter. The node sends another mail only if the number is greater than before.
    ///   - nextLink: the page to which the mail's link finally leads.
    /// - Returns: the proof's `sid`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func requestToken(
        forEmail email: String, isDuringRegistration: Bool, clientSecret: String, sendAttempt: UInt, nextLink: String?
    ) async throws -> String {
        var body: JSONObject = [
            "email": .string(email), "client_secret": .string(clientSecret),
            "send_attempt": .int(Int64(clamping: sendAttempt)),
        ]
        body.set("next_link", nextLink)
        return try await text(
            "sid", isDuringRegistration ? Endpoints.emailTokenOfRegistration : Endpoints.emailToken, BodyRequest(body))
    }

    /// Makes the node send a token to a telephone. With the token, the user proves the ownership of the number.
    /// - Parameters:
    ///   - phoneNumber: the number.
    ///   - isDuringRegistration: true if the account does not exist yet.
    ///   - countryCode: the country in which the number is dialled, such as `GB`.
    ///   - clientSecret: a random string that identifies the proof.
    ///   - sendAttempt: a counter. The node sends another message only if the number is greater than before.
    ///   - nextLink: the page to which the message's link finally leads.
    /// - Returns: `sid`, `msisdn` and the other members of the node's answer.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func requestToken(
        forPhoneNumber phoneNumber: String, isDuringRegistration: Bool, countryCode: String, clientSecret: String,
        sendAttempt: UInt, nextLink: String?
    ) async throws -> JSONObject {
        var body: JSONObject = [
            "phone_number": .string(phoneNumber), "country": .string(countryCode),
            "client_secret": .string(clientSecret),
            "send_attempt": .int(Int64(clamping: sendAttempt)),
        ]
        body.set("next_link", nextLink)
        return try await handOn(
            isDuringRegistration ? Endpoints.telephoneTokenOfRegistration : Endpoints.telephoneToken, BodyRequest(body))
    }

    private static func host(_ server: String) -> String { URL(string: server)?.host ?? server }

    private func requiredIdentityServer(_ endpoint: String) throws -> String {
        guard let server = identityServer.map(Self.host), !server.isEmpty else {
            throw SDNSDKError(
                .missingIdentityServer, field: "identityServer", endpoint: endpoint, reason: "no identity server is set"
            )
        }
        return server
    }
}
