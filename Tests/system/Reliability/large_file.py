"""A CSV file of any number of rows: large_file.py FILE ROWS.

Three arms in turn, so that every three rows are a pair of all arms; values that are all different, events, and
growth along 1,000 steps.
"""

import math
import random
import sys


def write(path, rows):
    stream = random.Random(rows)
    curve = [100 / (1 + math.exp(-0.02 * (step - 400))) for step in range(1000)]
    draw = stream.random
    with open(path, "w", encoding="ascii") as file:
        file.write("arm,pair,value,event,step,level,growth\n")
        lines = []
        for row in range(rows):
            arm = row % 3
            step = row // 3 % 1000
            lines.append(
                f"{'abc'[arm]},p{row // 3},{draw() * 50 + draw() * 50 + 0.01 * arm!r},"
                f"{int(draw() < 0.2 + 0.0006 * step)},{step},{row % 7},{curve[step] + 8 * draw() - 4:.6f}\n")
            if len(lines) == 100_000:
                file.writelines(lines)
                lines = []
        file.writelines(lines)


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
