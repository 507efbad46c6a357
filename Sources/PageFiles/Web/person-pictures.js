const TAU = 2 * Math.PI;

/** The colors of the style sheet, so that schemes and forced colors apply; `pixels` by look. */
export function readColors() {
  const style = getComputedStyle(document.documentElement);
  const forced = matchMedia("(forced-colors: active)").matches;
  const read = (name, system) => (forced ? system : style.getPropertyValue(name).trim());
  return {
    sheet: read("--sheet", "Canvas"),
    line: read("--edge", "CanvasText"),
    ring: read("--healthy", "CanvasText"),
    fill: read("--healthy-fill", "Canvas"),
    disc: read("--infected", "CanvasText"),
    edge: read("--infected-edge", "CanvasText"),
    latent: read("--latent", "Canvas"),
    latentEdge: read("--latent-edge", "CanvasText"),
    immune: read("--immune", "CanvasText"),
    fresh: read("--fresh", "CanvasText"),
    cursor: read("--cursor", "Highlight"),
    pixels: [
      read("--healthy", "GrayText"), read("--infected", "CanvasText"), read("--latent", "Highlight"),
      read("--immune", "LinkText"),
      // Of the states those have who are new.
      ...Array.from({ length: 4 }, () => read("--fresh", "CanvasText")),
    ],
  };
}

/**
 * A person in a cell of side 1, by state: a ring, a disc, a disc with a dot in a thick rim, a square.
 * Shapes tell the states apart where colors do not.
 */
export const personPictures = [
  (context, colors) => disc(context, 0.3, colors.fill, 0.12, colors.ring),
  (context, colors) => disc(context, 0.42, colors.disc, 0.05, colors.edge),
  (context, colors) => {
    disc(context, 0.36, colors.latent, 0.1, colors.latentEdge);
    disc(context, 0.1, colors.latentEdge, 0, colors.latentEdge);
  },
  (context, colors) => {
    context.fillStyle = colors.immune;
    context.fillRect(0.2, 0.2, 0.6, 0.6);
  },
];

/** The cell of a honeycomb, in which what shows a state lies. */
export function paintHexagon(context, colors) {
  context.beginPath();
  for (let corner = 0; corner < 6; corner += 1) {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    context.lineTo(0.5 + Math.cos(angle) / Math.sqrt(3), 0.5 + Math.sin(angle) / Math.sqrt(3));
  }
  context.closePath();
  context.fillStyle = colors.sheet;
  context.fill();
  context.lineWidth = 0.03;
  context.strokeStyle = colors.line;
  context.stroke();
}

/** Around somebody who is new: what shows their state is smaller then, and otherwise as always. */
export function paintNew(context, colors) {
  disc(context, 0.48, colors.fresh, 0, colors.fresh);
  context.translate(0.1, 0.1);
  context.scale(0.8, 0.8);
}

function disc(context, radius, fill, width, stroke) {
  context.beginPath();
  context.arc(0.5, 0.5, radius, 0, TAU);
  context.fillStyle = fill;
  context.fill();
  if (width === 0) return;
  context.lineWidth = width;
  context.strokeStyle = stroke;
  context.stroke();
}
