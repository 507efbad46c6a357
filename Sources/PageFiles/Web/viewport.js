const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** Which part of the grid is seen: `scale` pixels per cell, the grid's corner at (x, y). */
export class Viewport {
  static LARGEST = 64;

  constructor() {
    this.width = 1;
    this.height = 1;
    this.columns = 1;
    this.rows = 1;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  get fitScale() {
    const room = 0.96;
    return Math.min((this.width * room) / this.columns, (this.height * room) / this.rows, 56);
  }

  /** Farther away there would be less to see, and nothing more. */
  get smallest() { return this.fitScale; }

  setGrid(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.fit();
  }

  /** Keeps the middle of the view where it is. */
  resize(width, height) {
    const wasFit = this.isFit;
    this.x += (width - this.width) / 2;
    this.y += (height - this.height) / 2;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (wasFit) this.fit();
    else this.#keepInSight(48);
  }

  fit() {
    this.scale = this.fitScale;
    this.x = (this.width - this.columns * this.scale) / 2;
    this.y = (this.height - this.rows * this.scale) / 2;
    this.isFit = true;
  }

  /**
   * Zooms so that the cell under (x, y), or the one nearest to it, stays there, to a fraction of a pixel. Away from the
   * group, the view is kept full of it; the last step shows everybody.
   */
  zoomAt(x, y, factor) {
    const scale = Math.min(Viewport.LARGEST, Math.max(this.smallest, this.scale * factor));
    if (scale === this.fitScale) return this.fit();
    const ratio = scale / this.scale;
    const [left, top] = [
      clamp(x, this.x, this.x + this.columns * this.scale), clamp(y, this.y, this.y + this.rows * this.scale),
    ];
    this.x = left - (left - this.x) * ratio;
    this.y = top - (top - this.y) * ratio;
    this.scale = scale;
    this.isFit = false;
    if (ratio < 1) this.#fill();
  }

  /** Leaves no more room beside the group than there is where everybody is shown. */
  #fill() {
    const kept = (from, view, cells) => {
      const room = (view - cells * this.fitScale) / 2;
      return clamp(from, view - cells * this.scale - room, room);
    };
    this.x = kept(this.x, this.width, this.columns);
    this.y = kept(this.y, this.height, this.rows);
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.isFit = false;
    this.#keepInSight(48);
  }

  #keepInSight(margin) {
    this.x = clamp(this.x, margin - this.columns * this.scale, this.width - margin);
    this.y = clamp(this.y, margin - this.rows * this.scale, this.height - margin);
  }

  /** Moves as little as needed to see a cell with some room around it. */
  reveal(column, row) {
    const room = Math.min(48, this.width / 4, this.height / 4);
    const left = this.x + column * this.scale;
    const top = this.y + row * this.scale;
    const right = left + this.scale;
    const bottom = top + this.scale;
    if (left < room) this.x += room - left;
    else if (right > this.width - room) this.x -= right - (this.width - room);
    if (top < room) this.y += room - top;
    else if (bottom > this.height - room) this.y -= bottom - (this.height - room);
  }

  /** A place in pixels, in cells; fractions kept. */
  toGrid(x, y) {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }
}

/**
 * The person who takes a tap at (x, y) pixels: the one under the pointer, if healthy. Beside the grid,
 * the healthy one whose cell's center is nearest, not farther than `reach` pixels. -1 if nobody does:
 * a tap on somebody who is not healthy infects nobody else.
 */
export function personForTap(group, viewport, x, y, reach = 22) {
  const [gridX, gridY] = viewport.toGrid(x, y);
  const direct = group.personAt(gridX, gridY);
  if (direct >= 0) return group.isHealthy(direct) ? direct : -1;
  const radius = reach / viewport.scale;
  if (group.places !== "squares") return group.nearest(gridX, gridY, radius, (person) => group.isHealthy(person));
  const column = Math.floor(gridX);
  const row = Math.floor(gridY);
  const rings = Math.ceil(radius + 0.5);
  let best = -1;
  let bestDistance = radius;
  for (let ring = 1; ring <= rings; ring += 1) {
    // No cell of this ring or a later one can be nearer than ring - 1.
    if (best >= 0 && ring - 1 > bestDistance) break;
    for (let dy = -ring; dy <= ring; dy += 1) {
      const stride = Math.abs(dy) === ring ? 1 : 2 * ring;
      for (let dx = -ring; dx <= ring; dx += stride) {
        const person = group.personAt(column + dx, row + dy);
        if (person < 0 || !group.isHealthy(person)) continue;
        const distance = Math.hypot(column + dx + 0.5 - gridX, row + dy + 0.5 - gridY);
        if (distance <= bestDistance) {
          best = person;
          bestDistance = distance;
        }
      }
    }
  }
  return best;
}
