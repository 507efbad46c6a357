"""All checks of one results folder."""

from . import documents
from .averted import averted_table
from .cells import Within, table_faults
from .comparisons_table import comparisons_table
from .contacts import labels, people_table
from .dose_responses_table import dose_responses_table
from .fits_table import fits_table
from .points import counts_and_convergence, points_of
from .reproduction import reproduction_table
from .run_tables import Runs, curves_table, maps_table, points_table, runs_table, timings_table
from .selection import selection_table
from .sensitivity_table import sensitivity_table
from .summary_tables import (
    conditions_of, curve_summary_given_table, curve_summary_table, summary_given_table, summary_table)
from .thresholds_table import placed_replicates, thresholds_table
from .transmissions import transmissions_table


class Check:
    """The tables a folder must have."""

    def __init__(self, folder):
        self.folder = folder
        study = folder.study
        self.points, self.point_faults = points_of(folder)
        counts, converged = counts_and_convergence(folder, self.points)
        self.runs = Runs(folder, self.points, counts)
        if study.is_search:
            self.runs.replicates = placed_replicates(folder)
        self.expected = {
            "points": points_table(self.runs, converged), "runs": runs_table(self.runs),
            "summary": summary_table(folder, self.points), "timings": timings_table(self.runs)}
        conditions = conditions_of(folder, self.points)
        if conditions:
            self.expected["summary_given"] = summary_given_table(folder, self.points, conditions)
        if study.record["curves"] not in ("none", 0):
            self.expected["curves"] = curves_table(self.runs)
            self.expected["curve_summary"] = curve_summary_table(self.runs, folder.tables["curve_summary"])
            if conditions:
                self.expected["curve_summary_given"] = curve_summary_given_table(
                    self.runs, conditions, folder.tables["curve_summary_given"])
        if study.record["maps"]:
            self.expected["maps"] = maps_table(self.runs)
        if study.record["transmissions"]:
            self.expected["transmissions"] = transmissions_table(self.runs)
            self.expected["reproduction"] = reproduction_table(self.runs)
        if labels(folder):
            self.expected["people"] = people_table(folder)
        if study.analysis["fits"]:
            self.expected["fits"] = fits_table(self.runs, folder.tables["fits"])
        if study.analysis["comparisons"]:
            self.expected["comparisons"] = comparisons_table(self.runs, folder.tables["comparisons"])
        if "averted" in study.analysis:
            self.expected["averted"] = averted_table(self.runs)
        if "sensitivity" in study.analysis:
            self.expected["sensitivity"] = sensitivity_table(folder)
        if study.is_search:
            self.expected["thresholds"] = thresholds_table(folder)
        if study.is_selection:
            self.expected["selection"] = selection_table(folder, self.points)
        if "dose_responses" in study.analysis:
            self.expected["dose_responses"] = dose_responses_table(self.runs)

    def table_faults(self, name):
        cells = self.folder.tables[name]
        return table_faults(name, self.expected[name], cells.columns, cells.rows)

    def tables_faults(self):
        found = list(self.point_faults)
        if set(self.folder.tables) != set(self.expected):
            found.append(f"tables are {sorted(self.folder.tables)}, not {sorted(self.expected)}")
        for name in self.expected:
            if name in self.folder.tables:
                found += self.table_faults(name)
        return found

    def faults(self):
        found = self.tables_faults()
        found += documents.manifest_faults(self.folder, self.expected)
        found += documents.package_faults(self.folder, self.expected)
        return found

    def scores(self):
        """How many standard errors each cell of random resamples is off."""
        for name, table in self.expected.items():
            cells = self.folder.tables[name]
            if self.table_faults(name):
                continue
            for right, row in zip(table.rows, cells.rows):
                for cell, text in zip(right, row):
                    if isinstance(cell, Within) and cell.score is not None and text:
                        yield float(cell.score(float(text)))
