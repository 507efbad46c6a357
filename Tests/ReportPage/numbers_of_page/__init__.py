"""Every number of a report, at its place: page and pictures against the tables by row and column."""

from .check import check_folder, spoil_folder

__all__ = ["check_folder", "spoil_folder"]
