const WIDTH = 300;
const HEIGHT = 120;
const POINTS = 600; // more would not be seen
const AREAS = ["infectious", "latent", "immune", "healthy"]; // from the bottom

/**
 * The curve of infected people by step, with the study's band behind it if there is one. Where people
 * may be latent or immune, all states are stacked: infectious, latent (up to the curve), immune,
 * healthy.
 */
export class Curve {
  constructor(svg, high, last, legend) {
    this.svg = svg;
    this.high = high;
    this.last = last;
    this.legend = legend;
    this.paths = Object.fromEntries(
      [...AREAS, "band", "mean", "line", "cursor"]
        .map((name) => [name, svg.querySelector(`#curve-${name}`)]),
    );
    this.setBand(null);
  }

  setBand(band) {
    this.band = band;
    this.drawn = "";
    this.legend.textContent = band
      ? `band: 5 % to 95 % of ${band.n.toLocaleString("en")} runs, dashed: mean`
      : "";
  }

  /** Draws the curve up to `step`; a watched run shows all of it and a mark at `step`. */
  draw(group, step, isWatched) {
    const { ends, latent, immune } = group;
    const key = [ends.length, ends.at(-1), latent.at(-1), immune.at(-1), step, group.size].join(" ");
    if (key === this.drawn) return;
    this.drawn = key;
    const steps = Math.max(1, group.step, this.band ? this.band.mean.length - 1 : 0);
    const x = (at) => (at / steps) * WIDTH;
    const y = (value) => HEIGHT - (value / group.size) * (HEIGHT - 2);
    const line = (values) => thin(values).map(([at, value], index) =>
      `${index === 0 ? "M" : "L"}${x(at).toFixed(2)} ${y(value).toFixed(2)}`).join("");
    const between = (high, low) => line(high) + thin(low).reverse().map(([at, value]) =>
      `L${x(at).toFixed(2)} ${y(value).toFixed(2)}`).join("") + "Z";
    this.paths.line.setAttribute("d", ends.length > 0 ? line(ends) : "");
    const stacked = group.tracksPeople && ends.length > 0;
    const infectious = stacked ? ends.map((count, at) => count - latent[at]) : [];
    const unhealthy = stacked ? ends.map((count, at) => count + immune[at]) : [];
    const limits = [ends.map(() => 0), infectious, ends, unhealthy, ends.map(() => group.size)];
    AREAS.forEach((name, place) => {
      this.paths[name].setAttribute("d", stacked ? between(limits[place + 1], limits[place]) : "");
    });
    this.paths.cursor.setAttribute(
      "d", isWatched ? `M${x(step).toFixed(2)} 0V${HEIGHT}` : "",
    );
    if (this.band) {
      this.paths.band.setAttribute("d", between(this.band.q95, this.band.q05));
      this.paths.mean.setAttribute("d", line(this.band.mean));
    } else {
      this.paths.band.setAttribute("d", "");
      this.paths.mean.setAttribute("d", "");
    }
    this.high.textContent = group.size.toLocaleString("en");
    this.last.textContent = `step ${steps.toLocaleString("en")}`;
  }

  describe(text) {
    if (this.svg.getAttribute("aria-label") !== text) this.svg.setAttribute("aria-label", text);
  }
}

/** At most POINTS of the values, the last one among them, as [index, value]. */
function thin(values) {
  const stride = Math.ceil(values.length / POINTS);
  const kept = [];
  for (let index = 0; index < values.length; index += stride) kept.push([index, values[index]]);
  const last = values.length - 1;
  if (last >= 0 && kept.at(-1)[0] !== last) kept.push([last, values[last]]);
  return kept;
}
