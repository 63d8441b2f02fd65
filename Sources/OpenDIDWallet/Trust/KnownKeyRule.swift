import HeraldLocks
import OpenDID_DataModel

/// A verification rule for the keys of servers. Each proof must be made with a pinned key, with a key that this wallet has seen before, or
/// with a key of a party that the wallet meets for the first time. Other keys of a known party are accepted only if a later version of the
/// party's document lists them and a known key signed that version. A registry that stores documents without their proofs (OpenDID sheet
/// 3.1) cannot show such a signature. The user must then delete the party's stored keys before the wallet accepts the new keys.
///
/// One instance serves one check. The new keys that it has found are stored when the whole check has passed.
final class KnownKeyRule: VerificationRule {
    /// The code of the failure if other keys have replaced the known ones.
    static let replaced = VerificationFailure.Code(rawValue: "replaced_key")

    private struct Meeting {
        let keys: ProviderKeys
        let earlier: ProviderKeys?
    }

    private struct Notes {
        var meetings: [Meeting] = []
        var failure: WalletError?
    }

    private let anchors: TrustAnchors
    private let memory: any ProviderKeyMemory
    private let notes = Mutex(Notes())

    init(_ anchors: TrustAnchors, _ memory: any ProviderKeyMemory) {
        self.anchors = anchors
        self.memory = memory
    }

    /// The error of reading the known keys, or `nil` if they could be read.
    var failure: WalletError? { notes.withLock { $0.failure } }

    /// Stores the keys that the check has seen.
    func keep() async throws(WalletError) {
        for meeting in notes.withLock({ $0.meetings }) {
            try await memory.remember(meeting.keys, after: meeting.earlier)
        }
    }

    func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        notes.withLock { $0 = Notes() }
        var found: [VerificationFailure] = []
        for verified in subject.verified {
            do {
                guard try await !isKnown(verified.signer, subject) else { continue }
                found.append(
                    VerificationFailure(
                        Self.replaced, at: "verificationMethod",
                        "the keys of \(verified.signer.owner.document.id) are not those that are known, and none of those signed the change"
                    ))
            } catch {
                notes.withLock { $0.failure = error }
                found.append(
                    VerificationFailure(.unresolved, at: "verificationMethod", "the known keys cannot be read"))
            }
        }
        return found
    }

    private func isKnown(_ signer: SignerKey, _ subject: VerificationSubject) async throws(WalletError) -> Bool {
        let document = signer.owner.document
        if let pinned = anchors.providerKeys[document.id] { return pinned.contains(signer.key) }
        if document.id == anchors.tas, anchors.keys?.contains(signer.key) == true { return true }
        let known = try await memory.keys(of: document.id)
        if let known {
            if known.contains(signer.key) { return true }
            guard await isSuccessor(document, of: known, subject) else { return false }
        }
        let meeting = Meeting(keys: ProviderKeys(document, beside: known?.keys ?? []), earlier: known)
        notes.withLock { notes in
            if !notes.meetings.contains(where: { $0.keys.did == document.id }) { notes.meetings.append(meeting) }
        }
        return true
    }

    private func isSuccessor(_ document: DIDDocument, of known: ProviderKeys, _ subject: VerificationSubject) async
        -> Bool
    {
        guard DIDVersionId(wrappedValue: known.versionId) < document.$versionId else { return false }
        let own = VerificationPolicy(keySource: .ownDocument, rules: [])
        guard let report = try? await own.verify(document, at: subject.now, resolver: subject.resolver) else {
            return false
        }
        return report.proofs.contains { $0.signer.owner.document.id == document.id && known.contains($0.signer.key) }
    }
}
