import HeraldJSON
import HeraldKeys
import HeraldPeer
import OpenDID_DataModel

extension Presentations {
    /// Step 5: checks the presentation, and stores the presented claims for the terminal. At most one presentation is accepted for each
    /// offer.
    /// - Throws: ``ServiceError`` 00300 to 00302 for the transaction, 00200 for the offer, 00103, 00403 and 00701 for the holder's half of the
    ///   channel, 00106 and 00409 for the encrypted contents, and the errors of ``PresentationRefusal`` for the presentation.
    func verify(_ request: RequestVerify, _ call: ReceivedCall) async throws -> EncodedAnswer<_RequestVerify> {
        // Without a transaction ID, the verifier cannot find the key of the channel.
        guard let txID = request.txId else { throw VerifierError.transactionUnknown("txId is missing") }
        return try await shared.transactions.step(
            txID, flows: [Self.flow], step: Step.verify, after: [Step.profile], request: call.body
        ) { (state: PresentationState, _) in
            guard case .profiled(let asked) = state.stage else { throw ServiceError(VerifierError.channelMissing) }
            let offer = try await shared.offer(state.offerID)
            guard offer.answeredBy == nil else {
                throw VerifierError.offerInvalid("a presentation was accepted under it already")
            }
            let resolver = RequestResolver(shared.registry)
            let half = try call.part("accE2e", decodedAs: request.accE2e)
            let holder = try await checkChannel(request.accE2e, half, resolver)
            guard !asked.refuses(holder) else { throw ServiceError(VerifierError.channelMissing) }
            let document: SignedDocument
            do {
                document = try await open(request, asked, for: call.client)
            } catch let error as ServiceError where error.code == VerifierError.decryptionFailed {
                throw StepRefusal(error, data: state.afterUndecryptable(by: holder))
            }
            await shared.settings.decrypted?(document.bytes, txID)
            try await check(document, asked: asked, holder: holder, resolver)
            let claims = try document.model(VerifiablePresentation.self).verifiableCredential
                .flatMap(\.credentialSubject.claims)
            let (now, offerID) = (shared.now(), state.offerID)
            let sealed = try PresentedClaims.seal(claims, of: offerID, shared.seal)
            var done = state
            done.stage = .closed
            return StepOutcome(
                _RequestVerify(txId: txID), data: done,
                writes: [
                    { rows in
                        guard try rows.acceptVerifyOffer(offerID, txID: txID, claims: sealed, at: now)
                        else {
                            throw VerifierError.offerInvalid("a presentation was accepted under it already")
                        }
                    }
                ])
        }
    }

    /// Checks the holder's half of the channel, and returns the DID that signed it. This DID must be the holder of the presentation.
    /// Otherwise a third party could relay a presentation that was meant for another channel.
    private func checkChannel(
        _ half: AccE2e, _ document: SignedDocument, _ resolver: RequestResolver
    ) async throws -> String {
        guard let proof = half.proof else { throw VerifierError.signatureInvalid("accE2e has no proof") }
        guard let holder = try? DIDURL(proof.verificationMethod).did else {
            throw VerifierError.signatureInvalid("accE2e names no key")
        }
        let report = await VerificationPolicy.standard(for: .accE2e, signer: holder).acceptingNewestKeys()
            .verify(document, at: shared.now(), resolver: resolver)
        if let refusal = PresentationRefusal.error(forChannel: report) { throw refusal }
        return holder
    }

    /// The longest base58 text of an encrypted presentation that is decoded, in characters. It holds 286 KiB, because upstream's iOS wallet
    /// always sends base58, and a presentation may contain a picture. Decoding a text of this length takes about 0.7 s of CPU time.
    static let base58Limit = 400_000

    /// Decrypts the presentation. Everything that is cheap to check is checked before the presentation is decoded.
    private func open(_ request: RequestVerify, _ asked: PresentationState.Profile, for client: String?) async throws
        -> SignedDocument
    {
        let iv: [UInt8]
        let key: HolderChannelKey
        do {
            iv = try Multibase.decode(request.accE2e.iv, base58Limit: Multibase.shortLimit).bytes
            key = try asked.channelHalf()
        } catch {
            throw VerifierError.decodingFailed(error.reason)
        }
        var channel: SessionChannel
        do {
            channel = try key.channel(with: request.accE2e)
        } catch {
            throw ServiceError(VerifierError.channelInvalid)
        }
        let ciphertext = try await ciphertext(of: request, for: client)
        do {
            // A failed decryption and invalid JSON get the same answer, so that an attacker learns nothing about the plaintext from the
            // answers (OpenDID sheet 6.2).
            return try channel.open(ciphertext, iv: iv) { try SignedDocument($0) }
        } catch {
            throw ServiceError(VerifierError.decryptionFailed)
        }
    }

    /// Decodes the encrypted presentation. A long base58 text waits for its turn, so that strangers cannot occupy more than a few
    /// processors.
    private func ciphertext(of request: RequestVerify, for client: String?) async throws -> [UInt8] {
        func decode() throws -> [UInt8] {
            do {
                return try Multibase.decode(request.encVp, base58Limit: Self.base58Limit).bytes
            } catch {
                throw VerifierError.decodingFailed(error.reason)
            }
        }
        let isLong =
            request.encVp.hasPrefix(Multibase.Base.base58btc.rawValue)
            && request.encVp.utf8.count > Base58.defaultLimit
        guard isLong, let client else { return try decode() }
        return try await shared.longPresentations.take(client, isBegun: true) { try decode() }
    }

    /// Checks the presentation against the stored profile, as OpenDID sheet 3.4 requires. Only issuers that the trust agent has enrolled
    /// are accepted.
    private func check(
        _ document: SignedDocument, asked: PresentationState.Profile, holder: String, _ resolver: RequestResolver
    ) async throws {
        let profile = try asked.profile(), filter = profile.profile.filter
        // Only a credential that is asked for as a whole is compared with its schema.
        let schemas =
            filter.credentialSchemas.contains { $0.presentAll == true } ? try await shared.schemas(of: filter) : []
        let policy = VerificationPolicy.presentation(
            answering: profile, statuses: shared.registry, issuers: try await shared.trustedIssuers(),
            schemas: schemas, holder: holder,
            earlyBy: shared.settings.earlyBy, clockSkew: shared.settings.clockSkew
        ).acceptingNewestKeys()
        let report = await policy.verify(document, at: shared.now(), resolver: resolver)
        if let refusal = PresentationRefusal.error(for: report) { throw refusal }
    }
}
