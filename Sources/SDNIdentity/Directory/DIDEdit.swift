import HeraldKeys
import SDNWire

/// One write to the tables of DIDs. A store writes all edits of a change in one transaction.
package enum DIDEdit: Sendable, Hashable {
    /// Creates the DID with its first wallet, which has signed for it. The next edit is ``use(_:)``.
    case create(EthereumAddress, updated: String)
    /// Records that the wallet has created the DID or logged in to it, which also proves control. Uses are ordered by number and not by time,
    /// because a clock can be set back.
    case use(EthereumAddress)
    /// Links one more wallet, or a wallet again.
    case link(EthereumAddress)
    /// Records that the wallet has signed to control the DID.
    case prove(EthereumAddress)
    /// Unlinks a wallet, deletes the record of its signature, and ends the sessions that it opened. If it is linked again, it must sign again.
    case unlink(EthereumAddress)
    /// Adds a device key.
    case linkKey(String)
    /// Deletes a device key.
    case unlinkKey(String)
    /// Burns the DID, so that nobody can log in with it any more. It ends all sessions. This cannot be undone.
    case burn
    /// Sets the time of the last change.
    case touch(updated: String)
}

/// A login whose signature has been checked.
package struct VerifiedLogin: Sendable {
    package let challenge: Challenge
    /// The wallet that has signed.
    package let signer: EthereumAddress
    /// The device that the client names; `nil` for a new one.
    package let deviceID: String?
    package let deviceDisplayName: String?
    /// True if the client requests an access token that expires, together with a refresh token.
    package let wantsRefreshToken: Bool

    package init(
        challenge: Challenge, signer: EthereumAddress, deviceID: String?, deviceDisplayName: String?,
        wantsRefreshToken: Bool
    ) {
        self.challenge = challenge
        self.signer = signer
        self.deviceID = deviceID
        self.deviceDisplayName = deviceDisplayName
        self.wantsRefreshToken = wantsRefreshToken
    }

    package var did: SDNDID { challenge.did }

    /// Returns the edits that record the login.
    /// - Parameter document: the document as the store has it in the transaction of the edits. Another login may have changed it since the
    ///   signature was checked.
    /// - Throws: `M_FORBIDDEN` if the document has changed since the challenge was made.
    package func edits(of document: DIDDocument?) throws(MatrixError) -> [DIDEdit] {
        try challenge.requireCurrent(document)
        guard challenge.operation == .create else { return [.use(signer)] }
        return [.create(signer, updated: challenge.updated), .use(signer)]
    }
}

extension Challenge {
    /// - Throws: `M_FORBIDDEN` if the DID has changed since the challenge was made. For a first login, the DID must not exist.
    func requireCurrent(_ document: DIDDocument?) throws(MatrixError) {
        let isCurrent = operation == .create ? document == nil : document?.updated == updated
        if !isCurrent { throw MatrixError(.forbidden, "The DID has changed since the challenge was made.") }
    }
}

/// A change of a DID document whose signatures have been checked.
package struct SignedChange: Sendable {
    package let challenge: Challenge
    /// True if the wallet to link has signed as well.
    package let isAgreed: Bool

    package init(challenge: Challenge, isAgreed: Bool) {
        self.challenge = challenge
        self.isAgreed = isAgreed
    }

    package var did: SDNDID { challenge.did }

    static let stale = MatrixError(.staleDID, "The DID has changed since the text was made.")

    /// Returns the edits that apply the change.
    /// - Parameter document: the document as the store has it in the transaction of the edits. Another change may have been stored since the
    ///   signature was checked.
    /// - Throws: `SDN_STALE_DID` if the document has changed since the challenge was made.
    package func edits(of document: DIDDocument?, now: Timestamp) throws(MatrixError) -> [DIDEdit] {
        if challenge.operation == .create {
            guard let wallet = challenge.address, document == nil else { throw Self.stale }
            return [.create(wallet, updated: challenge.updated), .use(wallet)]
        }
        guard let document, document.updated == challenge.updated, !document.isBurned else { throw Self.stale }
        var edits: [DIDEdit]
        switch challenge.operation {
        // These challenges are not for changes, so no document is saved under them.
        case .create, .removeDevices, .replaceKeys, .deactivate, .changePassword: throw Self.stale
        case .link:
            guard let wallet = challenge.address else { throw Self.stale }
            edits = [.link(wallet)] + (isAgreed ? [.prove(wallet)] : [])
        case .unlink:
            edits = document.controllers.filter { challenge.ids.contains(document.keyID(of: $0)) }.map {
                .unlink($0.address)
            }
        case .linkKey: edits = challenge.ids.map { .linkKey($0) }
        case .unlinkKey:
            edits = document.keys.filter { challenge.ids.contains(document.keyID(of: $0)) }.map {
                .unlinkKey($0.value)
            }
        case .burn: edits = [.burn]
        }
        edits.append(.touch(updated: document.nextUpdate(now: now)))
        return edits
    }
}
