/**
 * The cells a straight line crosses, in order: none is left out, however far the ends lie apart.
 *
 * Walks from border to border between cells (Amanatides and Woo, "A fast voxel traversal
 * algorithm", 1987). Coordinates are in cells; a cell is [column, row].
 */
export function cellsCrossed(fromX, fromY, toX, toY) {
  let column = Math.floor(fromX);
  let row = Math.floor(fromY);
  const lastColumn = Math.floor(toX);
  const lastRow = Math.floor(toY);
  const dx = toX - fromX;
  const dy = toY - fromY;
  const stepX = Math.sign(dx);
  const stepY = Math.sign(dy);
  // Where along the line (0...1) the next border in each direction lies.
  let nextX = dx === 0 ? Infinity : (column + (dx > 0 ? 1 : 0) - fromX) / dx;
  let nextY = dy === 0 ? Infinity : (row + (dy > 0 ? 1 : 0) - fromY) / dy;
  const cells = [[column, row]];
  let steps = Math.abs(lastColumn - column) + Math.abs(lastRow - row);
  while (steps-- > 0) {
    // Once one direction is done only the other is left, whatever rounding says.
    if (row === lastRow || (column !== lastColumn && nextX < nextY)) {
      column += stepX;
      nextX += Math.abs(1 / dx);
    } else {
      row += stepY;
      nextY += Math.abs(1 / dy);
    }
    cells.push([column, row]);
  }
  return cells;
}
