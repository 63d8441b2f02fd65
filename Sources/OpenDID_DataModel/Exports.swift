// A module that imports this module also needs the types of OpenDIDModel. The export makes them available without a second import.
@_exported import OpenDIDModel
