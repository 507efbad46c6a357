"""The rounds of a study on a Dask cluster, whose workers share the folder: python run.py study.json results/study"""

import sys

import spreadlab
from dask.distributed import Client

if __name__ == "__main__":
    study, folder = sys.argv[1:3]
    with Client(n_workers=2, threads_per_worker=1) as client:  # or Client("scheduler:8786")
        results = spreadlab.Study.read(study).run(folder, map=client.map, parts=4)
    print(results.summary)
