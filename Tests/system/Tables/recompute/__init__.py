"""Every table of a results folder, computed again from its definition.

The definitions are docs/model.md, docs/study-files.md, docs/file-formats.md and docs/statistics.md.
Nothing here is translated from the program's sources: where a package computes a quantity (scipy,
statsmodels), the package is asked, so that one misreading cannot be in both.
"""
