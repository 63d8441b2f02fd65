import HeraldJSON
import OpenDID_DataModel

extension ReceivedCall {
    /// Requires the `id` that every message of the protocol has. It may be any text that is not empty (OpenDID sheet 1.4).
    /// - Throws: ``ServiceError`` 9999.
    func requireMessageID() throws(ServiceError) {
        guard let id = document?[["id"]]?.string, !id.isEmpty else {
            throw FrontError.validation("id: a text expected")
        }
    }
}
