import { Glow } from "/glow.js";
import { paintHexagon, paintNew, personPictures, readColors } from "/person-pictures.js";
import { HEALTHY, isInfected } from "/states.js";

const TILE = 512; // cells per side of a tile
const SHAPES_FROM = 9; // pixels per cell from which people have a shape
const MOST_PIXELS = 2; // per pixel of the page: more would cost a phone half its frames
const MOST_PIXELS_MOVING = 1.5;
const SMALLEST = 6; // pixels, of somebody in a network, whose shape tells the state
const FEW = 1000; // people who are drawn one by one into a picture of a sample

/**
 * Draws the group. Small cells are pixels of tiles that are scaled as a whole; only pixels of
 * changed people are written. Large cells have the shape of their state, and only those in sight
 * are drawn, only the changed ones if nothing moved.
 */
export class GridView {
  group; // nobody at first
  areTilesOld; // whether tiles have to be filled before they are drawn
  needsAll; // whether more is to be drawn than who has changed
  picture; // of people with shapes, while the view moves
  cursor; // the person the keyboard has chosen
  isRough; // whether pictures that nearly fit will do
  isSample; // whether the canvas shows one person of many in each pixel

  constructor(canvas, viewport) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.viewport = viewport;
    this.glow = new Glow();
    this.readColors();
  }

  /** Takes the colors from the style sheet, so that schemes and forced colors apply. */
  readColors() {
    this.colors = readColors();
    this.pixels = this.colors.pixels.map((color) => this.#pixel(color));
    this.sheetPixel = this.#pixel(this.colors.sheet);
    this.sprites = null;
    this.areTilesOld = true;
    this.needsAll = true;
  }

  /** A CSS color as one pixel of an ImageData seen as 32-bit words. */
  #pixel(color) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const context = canvas.getContext("2d");
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
  }

  /** The number of a person's look: their state, 4 more while they are new. */
  #lookOf(person) {
    const state = this.group.stateOf(person);
    return this.glow.isNew[person] > 0 && isInfected(state) ? state + 4 : state;
  }

  setGroup(group) {
    this.group = group;
    this.sprites = null;
    this.glow.begin(group.size);
    this.cursor = -1;
    this.picture = null;
    this.tiles = [];
    this.tilesAcross = Math.ceil(group.columns / TILE);
    for (let row = 0; row < group.rows; row += TILE) {
      for (let column = 0; column < group.columns; column += TILE) {
        const width = Math.min(TILE, group.columns - column);
        const height = Math.min(TILE, group.rows - row);
        const canvas = document.createElement("canvas");
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext("2d");
        const image = context.createImageData(width, height);
        const pixels = new Uint32Array(image.data.buffer);
        this.tiles.push({ column, row, width, height, canvas, context, image, pixels });
      }
    }
    this.areTilesOld = true;
    group.redrawn();
    this.needsAll = true;
  }

  /** Draws everybody as they look when nobody glows. */
  #fillTile(tile) {
    const { cells, columns, size } = this.group;
    const pixels = Uint32Array.from(this.group.byCell(this.pixels));
    for (let y = 0; y < tile.height; y += 1) {
      const start = (tile.row + y) * columns + tile.column;
      const end = Math.min(tile.width, size - start);
      const line = y * tile.width;
      for (let x = 0; x < end; x += 1) tile.pixels[line + x] = pixels[cells[start + x]];
    }
    tile.top = 0;
    tile.bottom = tile.height;
  }

  /** Fits the canvas to its element. `isRough`: whether pictures that nearly fit will do until the next call. */
  resize(isRough) {
    this.isRough = isRough;
    // While cells move, least of all those below a pixel, nobody sees how sharp they are, and a phone has more frames.
    const most = !this.isRough ? MOST_PIXELS : this.viewport.scale < 1 ? 1 : MOST_PIXELS_MOVING;
    const ratio = Math.min(most, window.devicePixelRatio || 1);
    const { clientWidth, clientHeight } = this.canvas;
    const width = Math.max(1, Math.round(clientWidth * ratio));
    const height = Math.max(1, Math.round(clientHeight * ratio));
    this.ratio = ratio;
    if (width === this.canvas.width && height === this.canvas.height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.needsAll = true;
  }

  /** Draws what changed since the last call. `now`: milliseconds. */
  paint(now) {
    const { group, glow, isRough } = this;
    if (!group) return;
    const cooled = glow.cool(now);
    glow.add(group.fresh, now);
    const changed = cooled.length === 0 ? group.changed : group.changed.concat(cooled);
    const hasChanged = changed.length > 0 || group.hasChangedMuch;
    if (!hasChanged && !this.needsAll) return;
    if (hasChanged) this.picture = null;
    if (group.hasChangedMuch) this.areTilesOld = this.needsAll = true;
    if (!this.areTilesOld) for (const person of changed) this.#writePixel(person);
    group.redrawn();
    const { context, viewport, ratio } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (group.places === "network") {
      this.#paintNetwork();
      this.#paintCursor();
      this.needsAll = false;
      return;
    }
    const asShapes = viewport.scale >= SHAPES_FROM;
    context.imageSmoothingEnabled = asShapes || viewport.scale * ratio < 1;
    if (asShapes && !this.needsAll) {
      for (const person of changed) this.#paintCell(person);
    } else if (this.isSample && isRough && !this.needsAll && changed.length <= FEW) {
      for (const person of changed) this.#paintPixel(person);
    } else {
      this.isSample = !asShapes && isRough && this.areTilesOld && viewport.scale * ratio < 1;
      context.fillStyle = this.colors.sheet;
      context.fillRect(0, 0, viewport.width, viewport.height);
      if (asShapes && isRough) this.#paintPicture();
      else if (asShapes) this.#paintShapes();
      else if (this.isSample) this.#paintSample();
      else this.#paintTiles();
    }
    this.#paintCursor();
    this.needsAll = false;
  }

  /** Contacts as lines, people on them; those who are not healthy on top. Nobody until their places are known. */
  #paintNetwork() {
    const { context, group, viewport, colors } = this;
    context.fillStyle = colors.sheet;
    context.fillRect(0, 0, viewport.width, viewport.height);
    if (!group.network) return;
    const { people, at, diameter } = group.network;
    const { x, y, scale, width, height } = viewport;
    context.drawImage(this.#linesOf(group.network), 0, 0, width, height);
    const size = Math.max(SMALLEST, diameter * scale);
    const { pictures } = this.#spritesFor(size);
    for (const isHealthy of [true, false]) {
      people.forEach((person, place) => {
        const look = this.#lookOf(person);
        const left = x + at[2 * place] * scale - size / 2;
        const top = y + at[2 * place + 1] * scale - size / 2;
        if ((look === HEALTHY) !== isHealthy || left > width || top > height || left < -size || top < -size) return;
        context.drawImage(pictures[look], left, top, size, size);
      });
    }
  }

  /** The lines of a network as they lie in the viewport, drawn once. */
  #linesOf({ at, edges }) {
    const { x, y, scale, width, height } = this.viewport;
    const key = [x, y, scale, width, height, this.ratio, this.colors.line].join();
    if (this.lines?.key === key && this.lines.edges === edges) return this.lines.canvas;
    const canvas = new OffscreenCanvas(Math.max(1, width * this.ratio), Math.max(1, height * this.ratio));
    const context = canvas.getContext("2d");
    context.setTransform(this.ratio * scale, 0, 0, this.ratio * scale, this.ratio * x, this.ratio * y);
    context.beginPath();
    for (let edge = 0; edge < edges.length; edge += 2) {
      context.moveTo(at[2 * edges[edge]], at[2 * edges[edge] + 1]);
      context.lineTo(at[2 * edges[edge + 1]], at[2 * edges[edge + 1] + 1]);
    }
    context.strokeStyle = this.colors.line;
    context.lineWidth = 1 / scale;
    // Many lines are no more than a shade.
    context.globalAlpha = Math.max(0.15, Math.min(0.8, 600 / (edges.length + 1)));
    context.stroke();
    this.lines = { key, edges, canvas };
    return canvas;
  }

  #writePixel(person) {
    const { group } = this;
    const { columns } = group;
    const row = Math.floor(person / columns);
    const column = person - row * columns;
    const tile = this.tiles[
      Math.floor(row / TILE) * this.tilesAcross + Math.floor(column / TILE)
    ];
    const y = row - tile.row;
    tile.pixels[y * tile.width + column - tile.column] = this.pixels[this.#lookOf(person)];
    tile.top = Math.min(tile.top, y);
    tile.bottom = Math.max(tile.bottom, y + 1);
  }

  #paintTiles() {
    const { context, viewport } = this;
    const { x, y, scale, width, height } = viewport;
    if (this.areTilesOld) {
      for (const tile of this.tiles) this.#fillTile(tile);
      for (const person of this.glow.people) this.#writePixel(person);
      this.areTilesOld = false;
    }
    for (const tile of this.tiles) {
      const left = x + tile.column * scale;
      const step = scale * this.group.rowHeight;
      const top = y + tile.row * step;
      if (left > width || top > height) continue;
      if (left + tile.width * scale < 0 || top + tile.height * step < 0) continue;
      if (tile.top < tile.bottom) {
        tile.context.putImageData(tile.image, 0, 0, 0, tile.top, tile.width, tile.bottom - tile.top);
        tile.top = tile.height; // no row has changed since
        tile.bottom = 0;
      }
      context.drawImage(tile.canvas, left, top, tile.width * scale, tile.height * step);
    }
  }

  /** Where everybody changes faster than a device can draw everybody: of each pixel, who is in its middle. */
  #paintSample() {
    const { canvas, context, group, viewport, ratio } = this;
    const { cells, columns, rows, size } = group;
    const { width, height } = canvas;
    const { x, y, scale } = viewport;
    const image = context.createImageData(width, height);
    const words = new Uint32Array(image.data.buffer).fill(this.sheetPixel);
    const pixels = Uint32Array.from(group.byCell(this.pixels));
    const across = Int32Array.from({ length: width }, (_, left) => Math.floor(((left + 0.5) / ratio - x) / scale));
    for (let top = 0; top < height; top += 1) {
      const row = Math.floor(((top + 0.5) / ratio - y) / scale / group.rowHeight);
      if (row < 0 || row >= rows) continue;
      for (let left = 0; left < width; left += 1) {
        const column = across[left];
        const person = row * columns + column;
        if (column >= 0 && column < columns && person < size) words[top * width + left] = pixels[cells[person]];
      }
    }
    context.putImageData(image, 0, 0);
    // Whoever was tapped is seen, even if somebody else is in the middle.
    for (const person of group.waiting(FEW)) this.#paintPixel(person);
  }

  /** Somebody of a sample: the pixel they are in. */
  #paintPixel(person) {
    const { context, group, viewport, ratio } = this;
    const [x, y] = group.centerOf(person);
    const left = Math.floor((viewport.x + x * viewport.scale) * ratio);
    const top = Math.floor((viewport.y + y * viewport.scale) * ratio);
    context.fillStyle = this.colors.pixels[group.stateOf(person)];
    context.fillRect(left / ratio, top / ratio, 1 / ratio, 1 / ratio);
  }

  /** Columns and rows in sight. */
  #inSight() {
    const { group, viewport } = this;
    const [left, top] = viewport.toGrid(0, 0);
    const [right, bottom] = viewport.toGrid(viewport.width, viewport.height);
    return {
      // Rows of a honeycomb overlap, and odd ones are shifted.
      left: Math.max(0, Math.floor(left - group.shiftOf(1))),
      top: Math.max(0, Math.floor((top - 1) / group.rowHeight)),
      right: Math.min(group.columns - 1, Math.floor(right)),
      bottom: Math.min(group.rows - 1, Math.floor(bottom / group.rowHeight)),
    };
  }

  #paintShapes() {
    for (const person of this.#peopleIn(this.#inSight())) this.#paintCell(person);
  }

  * #peopleIn({ left, top, right, bottom }) {
    const { columns, size } = this.group;
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const person = row * columns + column;
        if (person < size) yield person;
      }
    }
  }

  /** While the view moves: one picture of those in sight and around, instead of one of each person. */
  #paintPicture() {
    const { context, viewport } = this;
    const { x, y, scale } = viewport;
    const seen = this.#inSight();
    const sprites = this.#spritesFor(scale);
    const { picture } = this;
    const fits = picture?.sprites === sprites && picture.left <= seen.left && picture.top <= seen.top
      && picture.right >= seen.right && picture.bottom >= seen.bottom;
    if (!fits) this.picture = this.#pictureAround(seen, sprites);
    const { left, top, canvas } = this.picture;
    const factor = scale / sprites.size;
    context.drawImage(canvas, x + left * scale, y + top * scale * this.group.rowHeight, canvas.width * factor, canvas.height * factor);
  }

  #pictureAround(seen, sprites) {
    const { columns, rows } = this.group;
    const aside = Math.ceil((seen.right - seen.left) / 4);
    const above = Math.ceil((seen.bottom - seen.top) / 4);
    const left = Math.max(0, seen.left - aside);
    const top = Math.max(0, seen.top - above);
    const right = Math.min(columns - 1, seen.right + aside);
    const bottom = Math.min(rows - 1, seen.bottom + above);
    const { size, pictures } = sprites;
    const canvas = new OffscreenCanvas((right - left + 1.5) * size, (bottom - top + 1) * size);
    const context = canvas.getContext("2d");
    for (const person of this.#peopleIn({ left, top, right, bottom })) {
      const [x, y] = this.group.centerOf(person);
      context.drawImage(
        pictures[this.#lookOf(person)], (x - 0.5 - left) * size, (y - 0.5 - top * this.group.rowHeight) * size);
    }
    return { sprites, left, top, right, bottom, canvas };
  }

  #paintCell(person) {
    const { group, viewport, context } = this;
    const { scale } = viewport;
    const [left, top] = group.centerOf(person);
    const x = viewport.x + (left - 0.5) * scale;
    const y = viewport.y + (top - 0.5) * scale;
    if (x > viewport.width || y > viewport.height || x + scale < 0 || y + scale < 0) return;
    // A hexagon covers what was there.
    if (!this.needsAll && group.places === "squares") {
      context.fillStyle = this.colors.sheet;
      context.fillRect(x, y, scale, scale);
    }
    const { pictures } = this.#spritesFor(scale);
    context.drawImage(pictures[this.#lookOf(person)], x, y, scale, scale);
  }

  /** Pictures of people at this size, by state; drawing a picture is faster than an arc. */
  #spritesFor(scale) {
    const wanted = scale * this.ratio;
    const fit = this.sprites ? wanted / this.sprites.size : 0;
    const nearlyFits = this.isRough && fit >= 0.5 && fit <= Math.SQRT2;
    // Larger than wanted, so that they fit for a while, too, when the view comes nearer.
    const size = Math.max(1, Math.round(this.isRough ? wanted * Math.SQRT2 : wanted));
    if (nearlyFits || this.sprites?.size === size) return this.sprites;
    const pictures = [false, true].flatMap((isNew) => personPictures.map((paint) => {
      const canvas = new OffscreenCanvas(size, size);
      const context = canvas.getContext("2d");
      context.scale(size, size);
      if (this.group.places === "honeycomb") paintHexagon(context, this.colors);
      if (isNew) paintNew(context, this.colors);
      paint(context, this.colors);
      return canvas.transferToImageBitmap();
    }));
    this.sprites = { size, pictures };
    return this.sprites;
  }

  #paintCursor() {
    if (this.cursor < 0 || document.activeElement !== this.canvas) return;
    const { group, viewport, context } = this;
    const [left, top] = group.centerOf(this.cursor);
    const size = Math.max(viewport.scale * (group.network?.diameter ?? 1), 10);
    const x = viewport.x + left * viewport.scale - size / 2;
    const y = viewport.y + top * viewport.scale - size / 2;
    context.lineWidth = 4;
    context.strokeStyle = this.colors.sheet;
    context.strokeRect(x, y, size, size);
    context.lineWidth = 2;
    context.strokeStyle = this.colors.cursor;
    context.strokeRect(x, y, size, size);
  }
}
