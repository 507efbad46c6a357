"""Pictures of results, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spreadlab.results import Results

# Distinguished by color and dash, also in print and by people who do not see all colors
# (Okabe and Ito, jfly.uni-koeln.de/color).
COLORS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000"]
DASHES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 3))]
MOST_LINES = len(COLORS)
# The effects that divide: 1 is no difference.
RATIOS = ("ratio_of_means", "risk_ratio")


class Plots:
    """Pictures of a results folder. Each draws into `axes`, or new ones, and returns them."""

    def __init__(self, results: Results) -> None:
        self._results = results

    def curves(
        self, *, by: str | None = None, where: str | None = None, series: str | None = None,
        given: str | None = None, axes: Axes | None = None,
    ) -> Axes:
        """Median curves with the band of the middle 90 % of runs, a line per point.

        `given` is a condition of curve_summary_given.csv: only the runs in which it is 1 are drawn.

        `where` chooses points, as `DataFrame.query` does: "group_size == 400". `by` is the factor
        that names the lines. `series` is one of curve_summary.csv where people recover.

        Raises ValueError if more than seven lines are left, or none.
        """
        table = self._chosen("curve_summary", where, given)
        if "series" in table:
            names = list(table["series"].unique())
            table = table[table["series"] == (series or names[0])]
        points = list(table["point"].unique())
        if not 1 <= len(points) <= MOST_LINES:
            raise ValueError(
                f"{len(points)} points are left of curve_summary; choose 1 to {MOST_LINES} by "
                "`where`, such as where='group_size == 400'")
        names = [by] if by else self._varied(table)
        axes = axes or _new_axes()
        for place, point in enumerate(points):
            own = table[table["point"] == point]
            label = ", ".join(f"{name} {own[name].iloc[0]}" for name in names)
            color = COLORS[place]
            axes.fill_between(
                own["step"], own["q05"], own["q95"], color=color, alpha=0.2, linewidth=0)
            axes.plot(own["step"], own["median"], color=color, linestyle=DASHES[place], label=label)
        axes.set(xlabel="step", ylabel=f"{series or 'infected'} (people; median, middle 90 %)")
        if names:
            axes.legend()
        return axes

    def heatmap(
        self, x: str, y: str, response: str, *, where: str | None = None, value: str = "mean",
        given: str | None = None, axes: Axes | None = None,
    ) -> Axes:
        """A response over two factors: a cell per point, from a column of summary.csv, or of
        summary_given.csv with the condition `given`.

        Raises ValueError if a cell would stand for several points: choose by `where`.
        """
        table = self._chosen("summary", where, given)
        table = table[table["response"] == response]
        if table.empty:
            known = ", ".join(self._results.summary["response"].unique())
            raise ValueError(f"no point with response {response!r} is left; there are {known}")
        if table.duplicated([x, y]).any():
            others = [name for name in self._varied(table) if name not in (x, y)]
            raise ValueError(
                f"several points share a cell; choose by `where` one value of {', '.join(others)}")
        grid = table.pivot(index=y, columns=x, values=value).astype(float)
        axes = axes or _new_axes()
        image = axes.imshow(grid, origin="lower", aspect="auto", cmap="viridis")
        axes.set_xticks(range(len(grid.columns)), [str(level) for level in grid.columns])
        axes.set_yticks(range(len(grid.index)), [str(level) for level in grid.index])
        axes.set(xlabel=x, ylabel=y)
        unit = table["unit"].iloc[0]
        label = f"{value} of {response}" + (f" ({unit})" if pd.notna(unit) else "")
        axes.figure.colorbar(image, ax=axes, label=label)
        return axes

    def forest(
        self, response: str | None = None, *, effect: str | None = None, where: str | None = None,
        axes: Axes | None = None,
    ) -> Axes:
        """One effect of comparisons.csv with its intervals, a row per comparison, and its value
        where there is no difference: 0 of a difference; 1 of a ratio, whose axis is logarithmic. An
        end that an interval does not have is that of the picture.

        Raises ValueError if no comparison is left, or several effects are.
        """
        table = self._chosen("comparisons", where)
        response = response or (table["response"].iloc[0] if len(table) else None)
        table = table[table["response"] == response]
        if table.empty:
            raise ValueError("no comparison is left; `where` or `response` choose none")
        effects = list(table["effect"].dropna().unique())
        if effect is None and len(effects) > 1:
            raise ValueError(f"several effects are left; choose one by `effect`: {', '.join(effects)}")
        effect = effect or (effects[0] if effects else None)
        # A comparison without any effect keeps its row, which stays empty.
        table = table[(table["effect"] == effect) | table["effect"].isna()]
        if effect is None or table.empty:
            raise ValueError(f"no comparison has the effect {effect}; there are {', '.join(effects)}")
        is_ratio = effect in RATIOS
        names = [name for name in self._varied(table) if name not in ("level_a", "level_b")]
        sign = "/" if is_ratio else "\N{MINUS SIGN}"
        labels = [
            ", ".join([f"{row['level_a']} {sign} {row['level_b']}",
                       *(f"{name} {row[name]}" for name in names)])
            for _, row in table.iterrows()]
        rows = range(len(table))
        axes = axes or _new_axes()
        if is_ratio:
            axes.set_xscale("log")
        axes.axvline(1 if is_ratio else 0, color="black", linestyle="--", linewidth=1)
        for row, margin in zip(rows, table["margin"]):
            if pd.notna(margin):
                low, high = (1 / margin, margin) if is_ratio else (-margin, margin)
                axes.fill_betweenx(
                    [row - 0.5, row + 0.5], low, high, color=COLORS[5], alpha=0.25, linewidth=0)
        axes.plot(table["estimate"], rows, "o", color=COLORS[0])
        # Of a ratio 0 and infinity are as far away as an end that is missing.
        ends = table[["ci_low", "ci_high"]].astype(float).replace([np.inf, -np.inf], np.nan)
        ends = ends.mask(ends <= 0) if is_ratio else ends
        axes.scatter(ends.to_numpy().ravel(), np.repeat(rows, 2), s=0)  # within the picture
        left, right = axes.get_xlim()
        known = table["estimate"].notna()
        axes.hlines(
            [row for row in rows if known.iloc[row]], ends["ci_low"].fillna(left)[known],
            ends["ci_high"].fillna(right)[known], color=COLORS[0])
        axes.set_xlim(left, right)
        axes.set_yticks(rows, labels)
        axes.invert_yaxis()
        axes.set_xlabel(f"{effect} of {response}")
        return axes

    def _chosen(self, name: str, where: str | None, given: str | None = None) -> pd.DataFrame:
        table = self._results.table(f"{name}_given" if given else name)
        if given:
            conditions = list(table["given"].unique())
            if given not in conditions:
                raise ValueError(f"{name}_given has no condition {given!r}; give one of {', '.join(conditions)}")
            table = table[table["given"] == given]
        return table.query(where) if where else table

    def _varied(self, table: pd.DataFrame) -> list[str]:
        """The parameters that distinguish rows; without those that follow from the ones before, as
        the columns of a square do."""
        found: list[str] = []
        known = 1
        for name in self._results.points.columns:
            if name in ("point", "replicates", "converged") or name not in table:
                continue
            combinations = len(table[[*found, name]].drop_duplicates())
            if combinations > known:
                found.append(name)
                known = combinations
        return found


def _new_axes() -> Any:
    import matplotlib.pyplot as pyplot

    return pyplot.subplots(layout="constrained")[1]
