/// An offer to restore a DID (OpenDID sheet 5.10, 7.1). It can be used for one restoration.
package struct RestoreOfferRecord: Sendable, Hashable {
    package let offerID: String
    package let did: String

    package init(offerID: String, did: String) {
        self.offerID = offerID
        self.did = did
    }
}
