import HeraldJSON
import OpenDID_DataModel

// The registry's endpoints for the servers of other processes. All of them require the servers' token. Other clients read the registry
// through the gateway.
extension TrustAgent {
    func addRegistry(to routes: inout RouteTable) {
        let registry = registry
        routes.on(OpenDIDEndpoints.Registry.document, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            _FindDocument(
                try await registry.record(of: question.did, versionId: question.versionId, known: question.known))
        }
        routes.on(OpenDIDEndpoints.Registry.statuses, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            _FindWords(try await registry.statuses(of: question.checked()).mapValues(\.rawValue))
        }
        routes.on(OpenDIDEndpoints.Registry.devices, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            _FindWords(try await registry.uses(ofDevices: question.checked()).mapValues(\.rawValue))
        }
        routes.on(OpenDIDEndpoints.Registry.credentials, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            let found = try await registry.credentials(question.checked())
            return _FindCredentials(items: found.values.sorted { $0.id < $1.id })
        }
        routes.on(OpenDIDEndpoints.Registry.providers, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            try await registry.page(question)
        }
        routes.on(OpenDIDEndpoints.Registry.plans, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            try await registry.page(question)
        }
        routes.on(OpenDIDEndpoints.Registry.apps, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            try await registry.page(question)
        }
        routes.on(OpenDIDEndpoints.Registry.schema, access: .peers, bodyLimit: BodySize.standard) { question, _ in
            if let id = question.id {
                let schema = try await registry.ownedSchema(id)
                return _FindSchema(schema: schema?.value, owner: schema?.owner)
            }
            guard let name = question.name, let owner = question.owner else {
                throw TASError.bodyInvalid("id, or name and owner, expected")
            }
            return _FindSchema(schema: try await registry.schema(named: name, owner: owner))
        }
        routes.on(OpenDIDEndpoints.Registry.change, access: .peers, changeRegistry)
    }
}

extension FindAll {
    /// Returns the IDs after checking their number and length.
    /// - Throws: ``ServiceError`` 12004 if there are too many, or if one is too long.
    func checked() throws(ServiceError) -> [String] {
        guard ids.count <= Self.limit else { throw TASError.bodyInvalid("ids: at most \(Self.limit) expected") }
        guard ids.allSatisfy({ $0.utf8.count <= Self.idLimit }) else {
            throw TASError.bodyInvalid("ids: at most \(Self.idLimit) bytes each expected")
        }
        return ids
    }
}
