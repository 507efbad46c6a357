import Spreadlab

// A program with rules of its own names them here: docs/swift-library.md.
SpreadlabCommand.main()
