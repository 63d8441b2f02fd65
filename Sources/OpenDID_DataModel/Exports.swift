// Whoever imports the proofs has the model that they stand on.
@_exported import OpenDIDModel
