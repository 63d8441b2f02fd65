import OpenDID_DataModel

/// The trust agent as a module of a process (OpenDID sheet 5.2).
package struct TrustAgentRole: RoleModule {
    package static let role = ServiceRole.tas

    /// The error code for an absent member `issuer`. Upstream does not require the member when it reads the message, and refuses its
    /// absence later (did-ta-server, VcServiceImpl.validateIssuer).
    private static let issuer = ["issuer": TASError.issuerUnknown]

    private let agent: TrustAgent

    package init(_ context: RoleContext) async throws {
        agent = try TrustAgent(context)
    }

    package func addRoutes(to routes: inout RouteTable) {
        addSession(to: &routes)
        addUsers(to: &routes)
        addCredentials(to: &routes)
        addEnrolment(to: &routes)
        addOperators(to: &routes)
        agent.addRegistry(to: &routes)
    }

    package func expiredRows() -> [ExpiredRows] {
        [
            ExpiredRows { rows, now, limit in try rows.removeExpiredNonces(now: now, limit: limit) },
            ExpiredRows { rows, now, limit in try rows.removeExpiredRestoreOffers(now: now, limit: limit) },
            UnusedWallets(limits: agent.context.configuration.limits).expired,
        ]
    }

    private func addSession(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.TAS.requestRegisterWallet, charge: .wallet, agent.requestRegisterWallet)
        routes.onStep(OpenDIDEndpoints.TAS.requestECDH, agent.requestECDH)
        routes.onStep(OpenDIDEndpoints.TAS.requestCreateToken, agent.requestCreateToken)
    }

    private func addUsers(to routes: inout RouteTable) {
        routes.onStep(OpenDIDEndpoints.TAS.proposeRegisterUser, charge: .opening, agent.proposeRegisterUser)
        routes.onStep(OpenDIDEndpoints.TAS.retrieveKYC, charge: .person, agent.retrieveKYC)
        routes.onStep(OpenDIDEndpoints.TAS.requestRegisterUser, agent.requestRegisterUser)
        routes.onStep(OpenDIDEndpoints.TAS.confirmRegisterUser, agent.confirmRegisterUser)
        routes.on(OpenDIDEndpoints.TAS.updatePushToken, charge: .write, agent.updatePushToken)
        routes.onStep(OpenDIDEndpoints.TAS.proposeUpdateDIDDoc, charge: .opening, agent.proposeUpdateDIDDoc)
        routes.onStep(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, agent.requestUpdateDIDDoc)
        routes.onStep(OpenDIDEndpoints.TAS.confirmUpdateDIDDoc, agent.confirmUpdateDIDDoc)
        routes.onStep(OpenDIDEndpoints.TAS.proposeRestoreDIDDoc, charge: .opening, agent.proposeRestoreDIDDoc)
        routes.onStep(OpenDIDEndpoints.TAS.requestRestoreDIDDoc, agent.requestRestoreDIDDoc)
        routes.onStep(OpenDIDEndpoints.TAS.confirmRestoreDIDDoc, agent.confirmRestoreDIDDoc)
    }

    private func addCredentials(to routes: inout RouteTable) {
        routes.onStep(OpenDIDEndpoints.TAS.proposeIssueVC, charge: .opening, absent: Self.issuer, agent.proposeIssueVC)
        routes.onStep(OpenDIDEndpoints.TAS.requestIssueProfile, agent.requestIssueProfile)
        routes.onStep(OpenDIDEndpoints.TAS.requestIssueVC, agent.requestIssueVC)
        routes.onStep(OpenDIDEndpoints.TAS.confirmIssueVC, agent.confirmIssueVC)
        routes.onStep(OpenDIDEndpoints.TAS.proposeRevokeVC, charge: .opening, agent.proposeRevokeVC)
        routes.onStep(OpenDIDEndpoints.TAS.requestRevokeVC, agent.requestRevokeVC)
        routes.onStep(OpenDIDEndpoints.TAS.confirmRevokeVC, agent.confirmRevokeVC)
        routes.on(OpenDIDEndpoints.TAS.vcSchema, agent.vcSchema)
    }

    private func addEnrolment(to routes: inout RouteTable) {
        routes.onStep(OpenDIDEndpoints.TAS.proposeEnrolEntity, charge: .enrolment, agent.proposeEnrolEntity)
        routes.onStep(OpenDIDEndpoints.TAS.requestEnrolEntity, agent.requestEnrolEntity)
        routes.onStep(OpenDIDEndpoints.TAS.confirmEnrolEntity, agent.confirmEnrolEntity)
        routes.on(OpenDIDEndpoints.TAS.requestEnrolTAS, access: .operatorOnly, agent.requestEnrolTAS)
    }

    /// Adds the endpoints that only the operator may call. Upstream leaves them open to all clients (OpenDID sheet 9).
    private func addOperators(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.TAS.updateDIDDocDeactivated, access: .operatorOnly, agent.updateDIDDocDeactivated)
        routes.on(OpenDIDEndpoints.TAS.updateDIDDocRevoked, access: .operatorOnly, agent.updateDIDDocRevoked)
        routes.on(OpenDIDEndpoints.TAS.updateUserStatus, access: .operatorOnly, agent.updateUserStatus)
        routes.on(OpenDIDEndpoints.TAS.offerRestoreByPush, access: .operatorOnly, agent.offerRestoreByPush)
        routes.on(OpenDIDEndpoints.TAS.offerRestoreByEmail, access: .operatorOnly, agent.offerRestoreByEmail)
        routes.on(
            OpenDIDEndpoints.TAS.offerIssueByQR, access: .operatorOrTrustedNetwork, absent: Self.issuer,
            agent.offerIssueByQR)
        routes.on(
            OpenDIDEndpoints.TAS.offerIssueByPush, access: .operatorOrTrustedNetwork, absent: Self.issuer,
            agent.offerIssueByPush)
        routes.on(
            OpenDIDEndpoints.TAS.offerIssueByEmail, access: .operatorOrTrustedNetwork, absent: Self.issuer,
            agent.offerIssueByEmail)
    }
}
