import OpenDID_DataModel

// Requests with which the operator changes the status of users (OpenDID sheet 5.10). The status of the DID in the registry and the status
// of the user change together.
extension TrustAgent {
    /// Deactivates every active DID of a person. The person is identified by the user ID, because a person who lost a wallet does not know
    /// its DIDs.
    func updateDIDDocDeactivated(_ request: UpdateDidDocDeactivated, _ call: ReceivedCall) async throws
        -> OperatorAnswer
    {
        try await setStatus(
            .deactivated, ofAll: request.kycTxId, expecting: [.activated], otherwise: TASError.userNotActivated)
    }

    func updateDIDDocRevoked(_ request: UpdateDidDocRevoked, _ call: ReceivedCall) async throws -> OperatorAnswer {
        try await setStatus(
            .revoked, ofAll: request.kycTxId, expecting: [.activated, .deactivated],
            otherwise: TASError.userNotActivated)
    }

    /// Sets the status of one user. Setting the present status again succeeds and changes nothing.
    func updateUserStatus(_ request: UpdateUserStatus, _ call: ReceivedCall) async throws -> _UpdateUserStatus {
        guard let status = UserRecord.Status(rawValue: request.status) else {
            throw TASError.bodyInvalid("status: ACTIVATED, DEACTIVATED or REVOKED expected")
        }
        let ledger = applying(
            .setDIDStatus(did: request.did, status.ofDID, at: now), otherwise: TASError.userNotActivated)
        try await write { rows in
            guard let user = try rows.userRecord(request.did, for: .change) else {
                throw ServiceError(TASError.userNotRegistered)
            }
            guard user.status != status else { return }
            // The registry refuses the change if the old status cannot change to the new one.
            try ledger(rows)
            _ = try rows.setStatus(status, ofUser: user.did, expecting: user.status)
        }
        // The answer must contain a transaction ID. It is a new one, because the change is made at once and has no transaction.
        return _UpdateUserStatus(txId: context.uuid())
    }

    private func setStatus(
        _ status: UserRecord.Status, ofAll kycID: String, expecting expected: Set<UserRecord.Status>,
        otherwise code: ServiceErrorCode
    ) async throws -> OperatorAnswer {
        let (person, moment) = (UserRecord.person(kycID, seal), now)
        try await write { rows in
            let users = try rows.userRecords(ofPerson: person, for: .change)
            guard !users.isEmpty else { throw ServiceError(TASError.userNotRegistered) }
            let concerned = users.filter { expected.contains($0.status) }
            guard !concerned.isEmpty else { throw ServiceError(code) }
            for user in concerned {
                try applying(.setDIDStatus(did: user.did, status.ofDID, at: moment), otherwise: code)(rows)
                _ = try rows.setStatus(status, ofUser: user.did, expecting: user.status)
            }
        }
        return OperatorAnswer()
    }
}

extension UserRecord.Status {
    /// The status of the DID in the registry that corresponds to this status of the user.
    var ofDID: DIDStatus {
        switch self {
        case .activated: .activated
        case .deactivated: .deactivated
        case .revoked: .revoked
        }
    }
}

extension OpenDIDEndpoints.TAS {
    package static let updateDIDDocDeactivated =
        ServiceEndpoint<UpdateDidDocDeactivated, OperatorAnswer>(.tas, .post, "update-diddoc-deactivated")
    package static let updateDIDDocRevoked = ServiceEndpoint<UpdateDidDocRevoked, OperatorAnswer>(
        .tas, .post, "update-diddoc-revoked")
    package static let updateUserStatus = ServiceEndpoint<UpdateUserStatus, _UpdateUserStatus>(
        .tas, .post, "update-user-status")
}
