"""The version of the module, which is that of the program it comes with."""

VERSION = "0.3.0"
