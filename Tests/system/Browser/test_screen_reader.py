"""What a screen reader is told on the way through both screens, with paint and with a comparison, by keyboard alone.

What has the focus is read from the browser's accessibility tree: role, name, value. What is announced is each text of
the page's live region. Both are lines of a script, which is compared as a whole.
"""

LISTEN = """() => { window.announced = [];
  new MutationObserver(() => window.announced.push(document.querySelector("#announcer").textContent))
    .observe(document.querySelector("#announcer"), { childList: true, characterData: true, subtree: true }); }"""


class Listener:
    def __init__(self, live):
        self.live, self.page = live, live.page
        self.client = self.page.context.new_cdp_session(self.page)
        self.client.send("Accessibility.enable")
        self.page.evaluate(LISTEN)

    def focused(self):
        """Role, name and value of what has the focus."""
        return self.node(":focus")

    def node(self, selector):
        """Role, name and value of an element."""
        handle = self.client.send("Runtime.evaluate", {"expression": f"document.querySelector('{selector}')"})
        [node] = self.client.send("Accessibility.getPartialAXTree", {
            "objectId": handle["result"]["objectId"], "fetchRelatives": False})["nodes"]
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        words = [node["role"]["value"], node["name"]["value"]]
        # As screen readers do, which say the text for a value instead of the value.
        value = self.page.evaluate(f"document.querySelector('{selector}').getAttribute('aria-valuetext')") \
            or node.get("value", {}).get("value", "")
        if value != "":
            words.append(str(value))
        for state in ("pressed", "expanded", "checked"):
            if state in states:
                words.append(f"{state} {str(states[state]).lower()}")
        return ", ".join(words)

    def heard(self):
        """What was announced since the last call; at most one text a second is."""
        self.live.wait("window.announced.length > 0")
        self.page.wait_for_timeout(1_200)
        return self.page.evaluate("window.announced.splice(0)")[-1]

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(30)

    def move_to(self, selector):
        self.page.focus(selector)
        return self.focused()


def test_paint_and_the_first_steps(live):
    listener, script = Listener(live), []
    live.start(group_size=12, rule="exact", infection_factor=2, infection_probability=100)
    live.page.uncheck("#ensemble")
    script += [listener.move_to("#grid"), listener.heard()]
    script += [listener.move_to("#tool-paint")]
    listener.press("Enter")
    script += [listener.focused(), listener.move_to("#grid")]
    listener.press("Control+Home", "Space")
    script += [listener.heard()]
    listener.press("ArrowRight")
    script += [listener.heard()]
    script += [listener.move_to("#tool-infect")]
    listener.press("Enter")
    live.page.evaluate("spreadlab.connection.send({ type: 'infect', people: [5, 6], number: 90 })")
    live.wait("spreadlab.group.count === 2")
    script += [listener.move_to("#grid")]
    listener.press("s")
    live.wait("spreadlab.group.step === 1")
    script += [listener.heard(), listener.move_to("#later-infection_factor")]
    listener.press("Control+A", "1", "Enter")
    script += [listener.heard(), listener.move_to("#plot")]
    listener.press("Home")
    script += [listener.focused()]
    assert script == [
        "application, The group",
        "The group: 12 people, rows 3, columns 4. Tap somebody to infect them.",
        "button, Paint, pressed false",
        "button, Paint, pressed true",
        "application, The group",
        "Row 1, column 1 made immune.",
        "Row 1, column 2, healthy",
        "button, Infect, pressed false",
        "application, The group",
        "Step 1: 5 of 12 infected, 41.7 %; 0 of them latent; 1 immune.",
        "textbox, Infection factor, 2",
        "From the next step on: infection factor 1.",
        "slider, People by state and step, Step 1: 5 infected (41.7 %), 3 new, 0 latent, 1 immune",
        "slider, People by state and step, Step 0: 2 infected (16.7 %), 2 new, 0 latent, 1 immune",
    ]


def test_a_comparison(live):
    listener, script, page = Listener(live), [], live.page
    live.unfold()
    for name, value in (("group_size", 12), ("infection_probability", 100)):
        page.fill(f"#{name}", str(value))
    page.select_option("#rule", "exact")
    script += [listener.move_to("#compare > summary")]
    listener.press("Enter", "Tab")
    script += [listener.focused()]
    page.keyboard.type("Infection prob")
    listener.press("Tab")
    script += [listener.focused()]
    page.keyboard.type("120")
    listener.press("Enter")
    script += [listener.focused(), page.inner_text("#compare-error")]
    listener.press("Control+A")
    page.keyboard.type("0")
    listener.press("Enter")
    live.wait("spreadlab.second?.ends.length > 0 && spreadlab.status?.ready")
    script += [listener.focused(), listener.heard()]
    listener.press("p")
    live.wait("!spreadlab.status.playing")
    listener.press("ArrowRight", "Enter")
    live.wait("spreadlab.group.count === 1 && spreadlab.second.count === 1")
    script += [listener.heard()]
    listener.press("Control+z")
    live.wait("spreadlab.group.count === 0 && spreadlab.second.count === 0")
    script += [listener.heard()]
    listener.press("p")
    live.wait("spreadlab.status.playing")
    script += [listener.heard()]
    listener.press("p", "Enter")
    live.wait("spreadlab.group.count === 1 && spreadlab.second.count === 1")
    listener.press("s")
    live.wait("spreadlab.group.step === 1 && spreadlab.second.step === 1")
    # What cannot have the focus is found by walking through the page.
    script += [listener.heard(), listener.node("#grid-second")]
    assert script == [
        "DisclosureTriangle, + Compare with a second group, expanded false",
        "combobox, What differs, nothing: one group only, expanded false",
        "textbox, Infection probability, % of the second group, 100",
        "textbox, Infection probability, % of the second group, 120",
        "Infection probability, %: enter a number from 0 to 100, for example 100.",
        "application, The group",
        "The group: 12 people, rows 3, columns 4. A second group beside it: Infection probability 0 %. "
        "The first: Infection probability 100 %.",
        "Row 2, column 3 infected. Step 0: 1 of 12 infected, 8.3 %.",
        "Undone. Step 0: 0 of 12 infected, 0 %.",
        "Playing. Step 0: 0 of 12 infected, 0 %.",
        "Step 1: 4 (33.3 %) infected in the first group, 1 (8.3 %) in the second; difference -3.",
        "image, The second group",
    ]
