import Foundation
import HeraldJSON
import SDNWire

/// An email address or telephone number of an account (SDN sheet 3.2).
public struct MXThirdPartyIdentifier: JSONModel, Hashable {
    /// `email` or `msisdn`.
    public let medium: String
    /// The address; a telephone number has its country code and no plus sign.
    public let address: String
    /// When the account proved that it is its own, in milliseconds since 1970.
    public let validatedAt: Int64?
    /// When the account took it, in milliseconds since 1970.
    public let addedAt: Int64?

    init(json: JSONReader) throws {
        medium = try json.string("medium")
        address = try json.string("address")
        validatedAt = try json.optionalInt("validated_at")
        addedAt = try json.optionalInt("added_at")
    }
}

struct ThirdPartyIdentifierList: JSONModel {
    let identifiers: [MXThirdPartyIdentifier]
    init(json: JSONReader) throws { identifiers = try json.objects("threepids").map(MXThirdPartyIdentifier.init(json:)) }
}

/// Email addresses and telephone numbers, for homeservers that know accounts by them. A SendingNetwork account is a wallet, and Herald's
/// node answers these with ``MXError/unrecognized``.
extension MXRestClient {
    /// The account's email addresses and telephone numbers.
    public func thirdPartyIdentifiers() async throws -> [MXThirdPartyIdentifier] {
        try await perform(Endpoints.thirdPartyIdentifiers, NoInput(), as: ThirdPartyIdentifierList.self).identifiers
    }

    /// Adds an address that was proved, the older way.
    /// - Parameters:
    ///   - sid: the proof, which ``requestToken(forEmail:isDuringRegistration:clientSecret:sendAttempt:nextLink:)`` began.
    ///   - clientSecret: what it began with.
    ///   - bind: whether the identity server tells others whose address it is.
    public func addThirdPartyIdentifier(_ sid: String, clientSecret: String, bind: Bool) async throws {
        var proof: JSONObject = ["sid": .string(sid), "client_secret": .string(clientSecret)]
        proof.set("id_server", identityServer.map(Self.host))
        _ = try await perform(Endpoints.bindNewIdentifier, BodyRequest(["three_pid_creds": .object(proof), "bind": .bool(bind)]))
    }

    /// Adds an address that was proved, and tells no identity server.
    /// - Parameters:
    ///   - sid: the proof.
    ///   - clientSecret: what it began with.
    ///   - authParameters: the proof that the account is the caller's, as of ``deleteDevice(_:authParameters:)``.
    public func addThirdPartyIdentifierOnly(withSessionId sid: String, clientSecret: String, authParameters: JSONObject?) async throws {
        var body: JSONObject = ["sid": .string(sid), "client_secret": .string(clientSecret)]
        body.set("auth", authParameters.map(JSONValue.object))
        _ = try await perform(Endpoints.addIdentifier, BodyRequest(body))
    }

    /// Takes an address off the account.
    public func remove3PID(address: String, medium: String) async throws {
        _ = try await perform(Endpoints.deleteIdentifier, BodyRequest(["address": .string(address), "medium": .string(medium)]))
    }

    /// Has the identity server tell others whose address it is.
    /// - Throws: ``SDNSDKError`` with code `missingIdentityServer` when ``identityServer`` is not set.
    public func bind3Pid(withSessionId sid: String, clientSecret: String) async throws {
        var body: JSONObject = ["sid": .string(sid), "client_secret": .string(clientSecret)]
        body["id_server"] = .string(try requiredIdentityServer(Endpoints.bindIdentifier.name))
        body.set("id_access_token", credentials.identityServerAccessToken)
        _ = try await perform(Endpoints.bindIdentifier, BodyRequest(body))
    }

    /// Has the identity server no longer tell it.
    /// - Throws: ``SDNSDKError`` with code `missingIdentityServer` when ``identityServer`` is not set.
    public func unbind3Pid(withAddress address: String, medium: String) async throws {
        let server = try requiredIdentityServer(Endpoints.unbindIdentifier.name)
        _ = try await perform(
            Endpoints.unbindIdentifier, BodyRequest(["address": .string(address), "medium": .string(medium), "id_server": .string(server)]))
    }

    /// Has a token sent to an email address, to prove that it is the user's.
    /// - Parameters:
    ///   - email: the address.
    ///   - isDuringRegistration: whether there is no account yet.
    ///   - clientSecret: a random text that names the proof.
    ///   - sendAttempt: counted up to have another mail sent.
    ///   - nextLink: where the mail's link leads in the end.
    /// - Returns: the proof's `sid`.
    public func requestToken(
        forEmail email: String, isDuringRegistration: Bool, clientSecret: String, sendAttempt: UInt, nextLink: String?
    ) async throws -> String {
        var body: JSONObject = ["email": .string(email), "client_secret": .string(clientSecret), "send_attempt": .int(Int64(clamping: sendAttempt))]
        body.set("next_link", nextLink)
        return try await text("sid", isDuringRegistration ? Endpoints.emailTokenOfRegistration : Endpoints.emailToken, BodyRequest(body))
    }

    /// Has a token sent to a telephone, to prove that it is the user's.
    /// - Parameters:
    ///   - phoneNumber: the number.
    ///   - isDuringRegistration: whether there is no account yet.
    ///   - countryCode: the country in which the number is dialled, such as `GB`.
    ///   - clientSecret: a random text that names the proof.
    ///   - sendAttempt: counted up to have another message sent.
    ///   - nextLink: where the message's link leads in the end.
    /// - Returns: `sid`, `msisdn` and what else the node answers.
    public func requestToken(
        forPhoneNumber phoneNumber: String, isDuringRegistration: Bool, countryCode: String, clientSecret: String, sendAttempt: UInt, nextLink: String?
    ) async throws -> JSONObject {
        var body: JSONObject = [
            "phone_number": .string(phoneNumber), "country": .string(countryCode), "client_secret": .string(clientSecret),
            "send_attempt": .int(Int64(clamping: sendAttempt)),
        ]
        body.set("next_link", nextLink)
        return try await handOn(isDuringRegistration ? Endpoints.telephoneTokenOfRegistration : Endpoints.telephoneToken, BodyRequest(body))
    }

    private static func host(_ server: String) -> String { URL(string: server)?.host ?? server }

    private func requiredIdentityServer(_ endpoint: String) throws -> String {
        guard let server = identityServer.map(Self.host), !server.isEmpty else {
            throw SDNSDKError(.missingIdentityServer, field: "identityServer", endpoint: endpoint, reason: "no identity server is set")
        }
        return server
    }
}
