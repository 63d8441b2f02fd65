// A module that imports this one also needs the types of the model.
@_exported import OpenDIDModel
