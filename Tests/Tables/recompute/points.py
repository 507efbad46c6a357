"""The points of a study and how many replicates of each count."""

from .study_file import PARAMETERS, WHOLE


def points_of(folder):
    """The points by the study file, and what is wrong with them where a design only promises
    properties."""
    points = folder.study.points()
    if points is not None:
        return points, []
    points = [
        {name: int(row[name]) if name in WHOLE else row[name] for name in PARAMETERS}
        | {"infection_probability": float(row["infection_probability"])}
        for row in folder.tables["points"].records()]
    return points, []


def counts_and_convergence(folder, points):
    replicates = folder.study.replicates
    return [replicates] * len(points), [None] * len(points)
