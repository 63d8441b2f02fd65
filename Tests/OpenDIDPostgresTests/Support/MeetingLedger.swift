import OpenDID_DataModel
import Synchronization
import TestSupport

@testable import OpenDIDServices

/// The registry of another process, which knows credentials only, and for which every DID is active. It can hold back the registrations of
/// credentials until several of them have arrived.
final class MeetingLedger: RegistryAccess {
    private struct Unused: Error {}

    private struct State {
        var credentials: [String: VCMeta] = [:]
        var searches = 0
        var beforeAnswer: (@Sendable () async throws -> Void)?
    }

    private let state = Mutex(State())
    private let meeting = Meeting()

    /// The status of each registered credential.
    var statuses: [String: VCStatusEnum] { state.withLock { $0.credentials.mapValues(\.status) } }

    /// The number of times that a single credential was searched.
    var searches: Int { state.withLock(\.searches) }

    /// Holds back registrations until this number of them has arrived.
    func expect(_ count: Int) { meeting.expect(count) }

    /// Runs a closure after each registration, before its answer is sent.
    func beforeAnswer(_ body: (@Sendable () async throws -> Void)?) { state.withLock { $0.beforeAnswer = body } }

    var isHere: Bool { false }

    func apply(_ changes: [LedgerChange]) async throws {
        for change in changes {
            switch change {
            case .enterCredential(let meta, _):
                await meeting.arrive()
                try state.withLock { state in
                    guard state.credentials[meta.id].map({ $0 == meta }) ?? true else {
                        throw RegistryError(.duplicate, field: "id", reason: "the credential is registered already")
                    }
                    state.credentials[meta.id] = meta
                }
                try await state.withLock(\.beforeAnswer)?()
            case .setCredentialStatus(let id, let status, _):
                try state.withLock { try $0.credentials[id]?.setStatus(status) }
            case .enterDocument, .setDIDStatus: throw Unused()
            }
        }
    }

    func credential(_ id: String) async throws -> VCMeta? {
        state.withLock { state in
            state.searches += 1
            return state.credentials[id]
        }
    }

    func credentials(_ ids: [String]) async throws -> [String: VCMeta] {
        state.withLock { state in state.credentials.filter { ids.contains($0.key) } }
    }

    func statuses(of dids: [String]) async throws -> [String: DIDStatus] {
        Dictionary(uniqueKeysWithValues: dids.map { ($0, .activated) })
    }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? { throw Unused() }
    func uses(ofDevices dids: [String]) async throws -> [String: DeviceUse] { throw Unused() }
    func provider(_ did: String) async throws -> RegisteredProvider? { throw Unused() }
    func providers(_ role: RoleTypeEnum) async throws -> [RegisteredProvider] { throw Unused() }
    func ownedSchema(_ id: String) async throws -> Owned<VCSchema>? { throw Unused() }
    func schema(named name: String, owner did: String) async throws -> VCSchema? { throw Unused() }
    func ownedPlan(_ id: String) async throws -> Owned<VCPlan>? { throw Unused() }
    func plans(_ isWanted: @escaping @Sendable (VCPlan) -> Bool) async throws -> [VCPlan] { throw Unused() }
    func allowedApps(wallet: String) async throws -> [String] { throw Unused() }
    func save(_ schema: VCSchema, name: String, owner did: String) async throws { throw Unused() }
    func save(_ plan: VCPlan, owner did: String?) async throws { throw Unused() }
    func allow(app package: String, wallet: String) async throws { throw Unused() }
}
