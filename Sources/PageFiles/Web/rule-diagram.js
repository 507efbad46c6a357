const CELL = 40;
const NEIGHBORS = { // [column, row] around the source, in reading order
  moore: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  von_neumann: [[0, -1], [-1, 0], [1, 0], [0, 1]],
  hexagonal: [[-0.5, -0.87], [0.5, -0.87], [-1, 0], [1, 0], [-0.5, 0.87], [0.5, 0.87]],
};
const INFECTED = [[1, 0], [-1, 1], [-0.5, 0.87]]; // beside the source
const CHANCE = [4, 6, 2, 5, 0, 3, 7, 1]; // an order in which chance may choose, infected people early

/**
 * Draws what one infected person does in a step: a full line to whom they certainly try, a dashed one
 * to whom they may. `rule`: neighborhood, pool and draw, in the server's words; `most`: the infection
 * factor.
 */
export function drawRule(svg, rule, most) {
  const lines = contacts(rule, most).map(({ to: [column, row], isCertain }) => element("path", {
    d: `M0 0L${column * (CELL - 15)} ${row * (CELL - 15)}`,
    class: isCertain ? "certain" : "possible",
  }));
  const around = rule.neighborhood === "hexagonal" ? NEIGHBORS.hexagonal : NEIGHBORS.moore;
  const people = [[0, 0], ...around].map(([column, row]) => {
    const isInfected = column === 0 && row === 0 || isAmong(INFECTED, column, row);
    const isNear = column === 0 && row === 0 || isAmong(NEIGHBORS[rule.neighborhood], column, row);
    return element("circle", {
      cx: column * CELL, cy: row * CELL, r: 11,
      class: `${isInfected ? "infected" : "healthy"}${isNear ? "" : " far"}`,
    });
  });
  svg.replaceChildren(...lines, ...people);
}

/** Who is tried, and whether for certain. */
function contacts({ neighborhood, pool, draw }, most) {
  const candidates = NEIGHBORS[neighborhood]
    .filter(([column, row]) => pool === "all" || !isAmong(INFECTED, column, row));
  const byChance = neighborhood === "hexagonal" ? candidates : CHANCE.map((place) => NEIGHBORS.moore[place])
    .filter(([column, row]) => isAmong(candidates, column, row));
  const order = draw === "scan" ? candidates : byChance;
  const certain = { exact: most, at_least_one: Math.min(1, most) }[draw] ?? 0;
  // These contact so many at most, the others anybody.
  const possible = ["exact", "at_least_one", "uniform"].includes(draw) ? most : order.length;
  return order.slice(0, possible)
    .map((to, place) => ({ to, isCertain: place < certain }));
}

const isAmong = (cells, column, row) => cells.some(([x, y]) => x === column && y === row);

function element(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
