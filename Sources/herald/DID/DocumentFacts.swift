import Foundation
import HeraldJSON
import OpenDID_DataModel

extension DIDDocument {
    /// The most important data of a DID document, as names and values for a person.
    var facts: [(name: String, value: JSONValue)] {
        var facts: [(name: String, value: JSONValue)] = [
            ("did", .string(id)), ("version", .string(versionId)), ("controller", .string(controller)),
            ("created", .string(created)),
            ("updated", .string(updated)), ("deactivated", .bool(deactivated)),
        ]
        for method in verificationMethod {
            let purposes = purposes(ofKey: method.id).map(\.rawValue).sorted().joined(separator: ", ")
            facts.append(("key \(method.id)", .string("\(method.publicKeyMultibase) for \(purposes)")))
        }
        for service in service ?? [] {
            facts.append(
                (
                    "service \(service.id)",
                    .string("\(service.type.rawValue) at \(service.serviceEndpoint.joined(separator: ", "))")
                ))
        }
        return facts
    }
}
