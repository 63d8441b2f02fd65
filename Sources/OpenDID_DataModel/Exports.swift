// An importer of this module also needs the types of the model.
@_exported import OpenDIDModel
