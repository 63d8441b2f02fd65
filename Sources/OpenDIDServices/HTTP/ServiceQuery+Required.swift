import HeraldJSON
import OpenDID_DataModel

extension ServiceQuery {
    /// Returns a query item that must be present.
    /// - Throws: `JSONError` `missingMember`, which is answered like an absent member of a body.
    func required(_ name: String) throws(JSONError) -> String {
        guard let value = self[name], !value.isEmpty else {
            throw JSONError(.missingMember, path: name, reason: "the parameter is missing")
        }
        return value
    }
}
