"""A small study, run once for all tests."""

import matplotlib
import matplotlib.pyplot
import pytest

import spreadlab

matplotlib.use("agg")

KEYS = {
    "seed": 7,
    "model": {"infection_factor": 2, "rule": "exact", "stop": {"max_steps": 40}},
    "factors": {
        "group_size": {"values": [25, 100]},
        "infection_probability": {"values": [0.2, 0.6]},
    },
    "replicates": 40,
    "record": {"maps": 1},
    "analysis": {
        "comparisons": [
            {"factor": "infection_probability", "response": "step_to_50pct", "margin": 1}],
        "fits": [{"model": "logistic", "to": "mean_curve"}],
    },
}


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    place = tmp_path_factory.mktemp("results") / "small"
    return spreadlab.Study("small", **KEYS).run(place)


@pytest.fixture(autouse=True)
def closed_pictures():
    yield
    matplotlib.pyplot.close("all")
