"""Fingers on the group, as a touch screen tells the browser of them."""


def touch(live, *events):
    """Touch events as a screen makes them: each with its kind and where the fingers are."""
    client = live.page.context.new_cdp_session(live.page)
    for kind, points in events:
        client.send("Input.dispatchTouchEvent", {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})
    client.detach()


def swipe(live, start, end):
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    touch(live, ("touchStart", [start]), ("touchMove", [middle]), ("touchMove", [end]),
          ("touchEnd", []))


def pinch(live, middle, factor):
    x, y = middle
    moves = []
    for part in (0.5, 1.0):
        half = 40 * (1 + (factor - 1) * part)
        moves.append(("touchMove", [(x - half, y), (x + half, y)]))
    touch(live, ("touchStart", [(x - 40, y)]), ("touchStart", [(x - 40, y), (x + 40, y)]), *moves,
          ("touchEnd", []))
