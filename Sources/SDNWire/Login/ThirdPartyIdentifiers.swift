/// Email addresses and telephone numbers of an account (SDN sheet 3.2). Herald's node stores none.
extension Endpoints {
    package static let thirdPartyIdentifiers = Endpoint<NoInput, RawJSON>(.get, .client(.r0), "account/3pid")
    package static let bindNewIdentifier = Endpoint<BodyRequest, EmptyObject>(
        .post, .client(.r0), "account/3pid", history: .matrix(.r0).deprecated(.since(.v1(1))))
    package static let addIdentifier = Endpoint<BodyRequest, EmptyObject>(.post, .client(.unstable), "account/3pid/add", variants: stable("account/3pid/add"))
    package static let deleteIdentifier = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "account/3pid/delete", variants: stable("account/3pid/delete"))
    package static let bindIdentifier = Endpoint<BodyRequest, EmptyObject>(
        .post, .client(.unstable), "account/3pid/bind", variants: stable("account/3pid/bind"))
    package static let unbindIdentifier = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "account/3pid/unbind", variants: stable("account/3pid/unbind"))
    package static let emailToken = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "account/3pid/email/requestToken", access: .optional)
    package static let telephoneToken = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "account/3pid/msisdn/requestToken", access: .optional)
    package static let emailTokenOfRegistration = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "register/email/requestToken", access: .open)
    package static let telephoneTokenOfRegistration = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "register/msisdn/requestToken", access: .open)
    package static let emailTokenOfPassword = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "account/password/email/requestToken", access: .open)
    /// Sets a new password. The user proves control of an email address or telephone number instead of logging in.
    package static let resetPassword = Endpoint<BodyRequest, EmptyObject>(.post, .client(.r0), "account/password", access: .open)
    /// Returns a token that logs another device in. Requires user-interactive authentication.
    package static let loginToken = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "org.sdn.msc3882/login/token", history: .matrix(.v1(7)),
        variants: [EndpointVariant(.client(.v1), "login/get_token", since: .v1(7))])

    private static func stable(_ path: String) -> [EndpointVariant] { [EndpointVariant(.client(.v3), path, since: .v1(1))] }
}
