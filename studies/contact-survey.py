"""Prints studies/contact-survey.csv: who meets whom for how long, among 1,000 people like those of a contact survey.

The survey is POLYMOD: 7,290 people in eight European countries noted their contacts of a day (Mossong et al. 2008,
doi:10.1371/journal.pmed.0050074). Shares and means were counted in its data (doi:10.5281/zenodo.1043437); a contact at
several places counts for the first of home, work or school, elsewhere.
"""

import random

PEOPLE = 1_000
HOUSEHOLDS = [0.103, 0.226, 0.231, 0.280, 0.112, 0.049]  # shares of people in households of 1 to 6 (and more)
CONTACTS = {"home": 3.56, "work": 5.17, "other": 4.58}  # of a person per day
MINUTES = [2, 10, 30, 120, 300]  # ours: the survey asks for less than 5, 15, 60, 240 minutes, or more
SHARES = {
    "home": [0.047, 0.083, 0.153, 0.246, 0.470],
    "work": [0.134, 0.156, 0.171, 0.222, 0.318],
    "other": [0.217, 0.221, 0.231, 0.258, 0.074],
}
SHARES["visit"] = SHARES["home"]

draw = random.Random(2008).random  # gives the same numbers in every version of Python


def index(weights):
    """An index, with a probability proportional to its weight."""
    rest = draw() * sum(weights)
    for at, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return at
    return len(weights) - 1


places = {}  # of each pair
start = 0
while start < PEOPLE:
    size = 1 + index([share / (1 + at) for at, share in enumerate(HOUSEHOLDS)])
    end = min(start + size, PEOPLE)
    places |= {(a, b): "home" for a in range(start, end) for b in range(a + 1, end)}
    start = end
for place, mean in CONTACTS.items():
    # All other pairs are random: nobody was asked which of the contacts know each other.
    wanted = round(mean * PEOPLE / 2) + (0 if place == "home" else len(places))
    while len(places) < wanted:
        a, b = sorted((int(draw() * PEOPLE), int(draw() * PEOPLE)))
        if a < b:
            places.setdefault((a, b), "visit" if place == "home" else place)

minutes = {pair: MINUTES[index(SHARES[place])] for pair, place in sorted(places.items())}
mean = round(sum(minutes.values()) / len(minutes))
print("person_a,person_b,place,minutes,long_minutes,mean,long_mean")
for (a, b), time in minutes.items():
    is_long = time >= 15
    print(a, b, places[a, b], time, time * is_long, mean, mean * is_long, sep=",")
