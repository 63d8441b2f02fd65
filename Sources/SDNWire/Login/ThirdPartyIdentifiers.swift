/// The endpoints for an account's email addresses and telephone numbers (SDN sheet 3.2). Herald's node stores none of them, and answers
/// only the request for the list.
extension Endpoints {
    /// Lists the account's email addresses and telephone numbers.
    /// Matrix: [getAccount3PIDs](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3account3pid).
    package static let thirdPartyIdentifiers = Endpoint<NoInput, RawJSON>(.get, .client(.r0), "account/3pid")
    /// Adds an email address or telephone number to the account. Matrix deprecates this request.
    /// Matrix: [post3PIDs](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3pid).
    package static let bindNewIdentifier = Endpoint<BodyRequest, EmptyObject>(
        .post, .client(.r0), "account/3pid", history: .matrix(.r0).deprecated(.since(.v1(1))))
    /// Adds an email address or telephone number to the account. Requires user-interactive authentication.
    /// Matrix: [add3PID](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3pidadd).
    package static let addIdentifier = Endpoint<BodyRequest, EmptyObject>(
        .post, .client(.unstable), "account/3pid/add", variants: stable("account/3pid/add"))
    /// Removes an email address or telephone number from the account.
    /// Matrix: [delete3pidFromAccount](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3piddelete).
    package static let deleteIdentifier = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "account/3pid/delete", variants: stable("account/3pid/delete"))
    /// Registers an email address or telephone number of the user at an identity server.
    /// Matrix: [bind3PID](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3pidbind).
    package static let bindIdentifier = Endpoint<BodyRequest, EmptyObject>(
        .post, .client(.unstable), "account/3pid/bind", variants: stable("account/3pid/bind"))
    /// Removes an email address or telephone number of the user from an identity server.
    /// Matrix: [unbind3pidFromAccount](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3pidunbind).
    package static let unbindIdentifier = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "account/3pid/unbind", variants: stable("account/3pid/unbind"))
    /// Sends a token to an email address that the user wants to add to the account.
    /// Matrix: [requestTokenTo3PIDEmail](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3pidemailrequesttoken).
    package static let emailToken = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.r0), "account/3pid/email/requestToken", access: .optional)
    /// Sends a token to a telephone number that the user wants to add to the account.
    /// Matrix: [requestTokenTo3PIDMSISDN](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3account3pidmsisdnrequesttoken).
    package static let telephoneToken = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.r0), "account/3pid/msisdn/requestToken", access: .optional)
    /// Sends a token to an email address, for a registration.
    /// Matrix: [requestTokenToRegisterEmail](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3registeremailrequesttoken).
    package static let emailTokenOfRegistration = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.r0), "register/email/requestToken", access: .open)
    /// Sends a token to a telephone number, for a registration.
    /// Matrix: [requestTokenToRegisterMSISDN](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3registermsisdnrequesttoken).
    package static let telephoneTokenOfRegistration = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.r0), "register/msisdn/requestToken", access: .open)
    /// Sends a token to an email address, for a new password.
    /// Matrix: [requestTokenToResetPasswordEmail](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3accountpasswordemailrequesttoken).
    package static let emailTokenOfPassword = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.r0), "account/password/email/requestToken", access: .open)
    /// Sets a new password. The user proves control of an email address or telephone number instead of logging in.
    /// Matrix: [changePassword](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3accountpassword).
    package static let resetPassword = Endpoint<BodyRequest, EmptyObject>(
        .post, .client(.r0), "account/password", access: .open)
    /// Returns a token that logs another device in. Requires user-interactive authentication.
    /// Matrix: [generateLoginToken](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv1loginget_token).
    package static let loginToken = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "org.sdn.msc3882/login/token", history: .matrix(.v1(7)),
        variants: [EndpointVariant(.client(.v1), "login/get_token", since: .v1(7))])

    private static func stable(_ path: String) -> [EndpointVariant] {
        [EndpointVariant(.client(.v3), path, since: .v1(1))]
    }
}
