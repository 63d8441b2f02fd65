import HeraldJSON
import OpenDID_DataModel

extension ServiceQuery {
    /// - Throws: `JSONError` `missingMember`, which the front answers as it does for a member of a body.
    func required(_ name: String) throws(JSONError) -> String {
        guard let value = self[name], !value.isEmpty else {
            throw JSONError(.missingMember, path: name, reason: "the parameter is missing")
        }
        return value
    }
}
