const STILL = 8; // pixels a finger may move and still tap

/**
 * Mouse, pen and touch on the group. One pointer does what the tool says; two fingers,
 * the right or middle button move; wheel and pinch zoom around the pointer.
 *
 * `actions`: group(); begin(place): what a pointer does from there on, or null if it moves the view;
 * moved() after the view changed. What it does: personAt(x, y), whom a tap is meant for, or -1;
 * takes(person), whether a swipe across somebody means them; apply(people).
 */
export function listenForGestures(canvas, viewport, actions) {
  const pointers = new Map(); // by id: where each finger is
  let gesture = null; // what the first pointer does

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function tap({ x, y }, stroke) {
    const person = stroke.personAt(x, y);
    if (person >= 0) stroke.apply([person]);
  }

  function swipe(from, to, stroke) {
    const group = actions.group();
    const people = [];
    const start = viewport.toGrid(from.x, from.y);
    const end = viewport.toGrid(to.x, to.y);
    for (const person of group.crossed(start, end)) {
      if (person >= 0 && stroke.takes(person)) people.push(person);
    }
    if (people.length > 0) stroke.apply(people);
  }

  canvas.addEventListener("pointerdown", (event) => {
    const at = place(event);
    pointers.set(event.pointerId, at);
    try {
      canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already, or a script made the event.
    }
    if (pointers.size > 1) {
      if (pointers.size === 2) gesture = { kind: "pinch" };
      return;
    }
    const stroke = event.button > 0 ? null : actions.begin(at);
    if (!stroke) {
      gesture = { kind: "move", at };
      event.preventDefault();
      canvas.focus({ preventScroll: true });
      return;
    }
    if (event.pointerType === "touch") {
      // A second finger may follow: wait until this one lifts or moves.
      gesture = { kind: "undecided", start: at, at, stroke };
    } else {
      gesture = { kind: "swipe", at, stroke };
      tap(at, stroke);
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !gesture) return;
    const at = place(event);
    if (gesture.kind === "pinch") {
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(before, at, other);
    } else if (gesture.kind === "move") {
      viewport.pan(at.x - before.x, at.y - before.y);
      actions.moved();
    } else {
      if (gesture.kind === "undecided"
          && Math.hypot(at.x - gesture.start.x, at.y - gesture.start.y) > STILL) {
        gesture.kind = "swipe";
      }
      if (gesture.kind === "swipe") {
        // The browser may have bundled several moves into this event.
        const events = event.getCoalescedEvents?.() ?? [];
        for (const moved of events.length > 0 ? events : [event]) {
          const next = place(moved);
          swipe(gesture.at, next, gesture.stroke);
          gesture.at = next;
        }
      }
    }
    pointers.set(event.pointerId, at);
  });

  function pinch(before, at, other) {
    const distance = (a) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
    viewport.zoomAt(middle.x, middle.y, distance(at) / distance(before));
    viewport.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    actions.moved();
  }

  function end(event) {
    const at = pointers.get(event.pointerId);
    if (!at) return;
    pointers.delete(event.pointerId);
    if (gesture?.kind === "undecided" && event.type === "pointerup") {
      tap(gesture.start, gesture.stroke);
    }
    // A finger that is left over after a pinch does nothing.
    gesture = pointers.size === 0 ? null : { kind: "none" };
  }
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = [1, 16, viewport.height][event.deltaMode];
    if (event.shiftKey) {
      viewport.pan(-(event.deltaX || event.deltaY) * unit, 0);
    } else {
      const { x, y } = place(event);
      const amount = Math.max(-200, Math.min(200, event.deltaY * unit));
      // A pinch on a trackpad arrives as small steps with Control held.
      viewport.zoomAt(x, y, Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.002)));
    }
    actions.moved();
  }, { passive: false });
}
