import { GridView } from "/grid-view.js";

const SIDE = 2000; // pixels, at most, of a picture's longer side; small groups have large people
const LARGEST = 32;

/** Has the browser save a file. */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** All people of a group, as they are drawn now, as a PNG. */
export function pictureOf(group) {
  const { width, height } = group;
  const scale = Math.max(1, Math.min(LARGEST, Math.floor(SIDE / Math.max(width, height))));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const view = new GridView(canvas, {
    x: 0, y: 0, scale, width: canvas.width, height: canvas.height,
    toGrid: (x, y) => [x / scale, y / scale],
  });
  // What changed is still to be drawn on the screen.
  const { changed, fresh, hasChangedMuch } = group;
  view.ratio = 1;
  view.setGroup(group);
  view.paint(0);
  Object.assign(group, { changed, fresh, hasChangedMuch });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
