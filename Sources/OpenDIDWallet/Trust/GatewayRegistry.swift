import HeraldJSON
import OpenDID_DataModel

/// Looks up DID documents and the status of credentials in the registry, through its gateway (OpenDID sheet 5.2). Every look-up sends a
/// request.
package struct GatewayRegistry: DIDResolver, CredentialStatusSource {
    let transport: any ServiceTransport
    let addresses: ServiceAddresses

    package init(transport: any ServiceTransport, addresses: ServiceAddresses) {
        self.transport = PlainHTTPGuard(inner: transport, addresses: addresses)
        self.addresses = addresses
    }

    /// Returns a version of a DID's document. OpenDID's own gateways return only the newest version, and answer 400 SSRVAGW00301 to a DID
    /// with a version. The function therefore requests the DID without a version first. If it does not get the wanted version, it requests
    /// the DID with the version. With OpenDID's own gateways, the result is then `nil`.
    /// - Throws: ``WalletError`` or ``TransportFailure`` if the registry does not answer or its answer cannot be used.
    package func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        guard let newest = try await document(of: did, at: DIDURL(did: did)) else { return nil }
        guard let versionId, newest.document.versionId != versionId else { return newest }
        guard let older = try await document(of: did, at: DIDURL(did: did, versionId: versionId)) else { return nil }
        guard older.document.versionId == versionId else { throw Self.otherDocument }
        return older
    }

    private func document(of did: String, at url: DIDURL) async throws -> ResolvedDID? {
        let endpoint = OpenDIDEndpoints.Gateway.didDoc
        let call = addresses.call(endpoint, ServiceQuery("did", url.description))
        guard let answer = try await ask(call, unknown: ["SSRVAGW00300", "SSRVAGW00301"]) else { return nil }
        let envelope = try answer.read(endpoint).value
        let document = try envelope.openDocument()
        guard document.id == did else { throw Self.otherDocument }
        return ResolvedDID(document: document, status: Self.status(of: document, in: envelope))
    }

    private static var otherDocument: WalletError {
        WalletError(
            .didMismatch, field: "didDoc", reason: "the registry answered with a document other than the requested one")
    }

    package func standing(ofCredential id: String) async throws -> CredentialStanding? {
        let endpoint = OpenDIDEndpoints.Gateway.vcMeta
        guard
            let answer = try await ask(
                addresses.call(endpoint, ServiceQuery("vcId", id)), unknown: ["SSRVAGW00400", "SSRVAGW00401"])
        else { return nil }
        let envelope = try answer.read(endpoint).value
        let meta = try MultibaseEnvelope.open(envelope.vcMeta, as: VCMeta.self, field: "vcMeta").value
        guard meta.id == id else {
            throw WalletError(
                .answer, field: "vcMeta.id",
                reason: "the registry answered with a credential other than the requested one")
        }
        return CredentialStanding(meta)
    }

    /// Returns the answer, or `nil` if the gateway does not know the DID or credential.
    private func ask(_ call: ServiceCall, unknown codes: Set<String>) async throws -> ServiceAnswer? {
        let answer = try await transport.send(call)
        guard answer.status != 200 else { return answer }
        return codes.contains(ServiceFailure(status: answer.status, body: answer.body).code) ? nil : answer
    }

    /// Returns the status of a DID. A gateway of release 1 only reports that a DID is deactivated. If a gateway also sends a status, the
    /// stricter status is used.
    private static func status(of document: DIDDocument, in envelope: DIDDocVO) -> DIDStatus {
        let said = envelope.unknownMembers.members["status"]?.stringValue.flatMap(DIDStatus.init(rawValue:))
        guard document.deactivated, said == nil || said == .activated else { return said ?? .activated }
        return .deactivated
    }
}

extension GatewayRegistry {
    /// Returns the newest document of a DID, or `nil` if the registry does not know the DID.
    ///
    /// OpenDID's own gateway answers 500 to an unknown DID, and gives the same answer if it cannot reach its ledger. The answer has the
    /// code of `GET_DID_DOC_FAILED` (did-api-server) or, in early versions of release 1, Spring's standard error body. Any other 500, such
    /// as that of a proxy, is an error. To distinguish the two cases, this function also looks up a DID that the registry certainly has. If
    /// that look-up succeeds, the ledger can be reached and the first DID is unknown.
    /// - Parameter known: a DID that the registry certainly has.
    /// - Throws: ``WalletError`` or ``TransportFailure`` if the registry does not answer or its answer cannot be used.
    package func newest(_ did: String, beside known: String) async throws -> ResolvedDID? {
        do {
            return try await resolve(did, versionId: nil)
        } catch let failure as WalletError where Self.isInternal(failure) {
            guard did != known, try await resolve(known, versionId: nil) != nil else { throw failure }
        }
        // The first DID is looked up again, because the ledger may have become reachable between the two look-ups.
        do {
            return try await resolve(did, versionId: nil)
        } catch let failure as WalletError where Self.isInternal(failure) {
            return nil
        }
    }

    private static func isInternal(_ failure: WalletError) -> Bool {
        guard failure.code == .refused, let said = failure.serverError, said.status == 500 else { return false }
        return said.code == "SSRVAGW00200" || said.isUnhandled
    }
}
