import HeraldJSON
import OpenDID_DataModel

extension ReceivedCall {
    /// Every message of the protocol has an `id`, which may be any text (OpenDID sheet 1.4).
    /// - Throws: ``ServiceError`` 9999.
    func requireMessageID() throws(ServiceError) {
        guard let id = document?[["id"]]?.string, !id.isEmpty else { throw FrontError.validation("id: a text expected") }
    }
}
