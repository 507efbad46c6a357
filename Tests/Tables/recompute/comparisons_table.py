"""comparisons.csv."""


def comparisons_table(folder, points, runs):
    raise NotImplementedError
