import PlainText
import StudyFiles

/// The scenarios that a new page begins with: studies that are part of the program.
///
/// Each has one point, or two that are shown side by side. Its description says in two sentences what to look
/// for and what to change.
package enum Gallery {
  /// A test checks that each file is a study.
  package static let studies: [OpenedStudy] = files.compactMap { text in
    guard let study = try? Study.parse(bytes: Array(text.utf8), file: "gallery") else { return nil }
    return (try? study.points()).map { OpenedStudy(study, $0) }
  }

  /// Their study files, in the order in which they are offered.
  package static let files: [String] = [
    """
    {
      "spreadlab": 1,
      "study": "default_of_the_apps",
      "description": "Everybody infected tries up to three of their neighbors in each step, at \
      random: watch how the curve rises ever faster, until the infection reaches the border. \
      Change the infection factor to 1 and start again: the same group takes more than twice as \
      long.",
      "seed": 1,
      "model": { "group_size": 100, "infection_factor": 3, "period": 0.5 }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "threshold",
      "description": "Everybody infected infects each of eight neighbors with a probability of \
      35 %, and is immune after one step: watch how the infection finds a way to most of the \
      group. Change the probability to 15 % and start again: below the threshold of about 25 % \
      it dies out near where it began.",
      "seed": 1,
      "model": {
        "group_size": 2500, "infection_factor": 8, "infection_probability": 0.35, "rule": "each_contact",
        "infectious_steps": 1, "start_people": 5, "period": 0.2
      }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "order_bias",
      "description": "People act one after the other in reading order, and try their neighbors \
      in that order: watch how the infection runs upward and to the left. Change the rule to \
      capped, which tries them in random order, and start again: it spreads to all sides alike.",
      "seed": 1,
      "model": {
        "group_size": 1681, "infection_factor": 1, "infection_probability": 0.6, "rule": "virus_app", "period": 0.2
      }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "herd_immunity",
      "description": "Seven of ten people are immune, and everybody else is infected by the \
      first contact: watch how most of the others stay healthy, because immune people stand \
      around them. Change the immune share to 40 % and start again: nearly everybody who can be \
      infected is.",
      "seed": 1,
      "model": {
        "group_size": 2500, "infection_factor": 8, "rule": "exact", "infectious_steps": 1,
        "immune_share": 0.7, "start_people": 5, "period": 0.3
      }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "lockdown_timing",
      "description": "In a lockdown of 25 steps contacts infect a quarter as often; it begins \
      when 3 % are infected in the first group, and 12 % in the second: watch how the early one \
      only delays the peak, which is nearly twice as high as in the second group. Change the \
      infection probability to 3 % when the first curve rises again, as a second lockdown.",
      "seed": 1,
      "model": {
        "group_size": 2500, "infection_factor": 8, "infection_probability": 0.1, "rule": "mixing",
        "contacts": "everybody", "latent_steps": 2, "recovery_probability": 0.2, "start_people": 10, "period": 0.2
      },
      "interventions": {
        "early": [
          { "when": { "infected_share": 0.03 }, "multiply": { "infection_probability": 0.25 }, "until": { "after_steps": 25 } }
        ],
        "late": [
          { "when": { "infected_share": 0.12 }, "multiply": { "infection_probability": 0.25 }, "until": { "after_steps": 25 } }
        ]
      },
      "factors": { "interventions": { "values": ["early", "late"] } }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "superspreading",
      "description": "Everybody infects two others on average, but a few infect many and most \
      infect nobody: watch the share of runs that die out at once, and press New numbers a few \
      times. Change the number of people infected at the start to 6 and start again: now it \
      hardly ever dies out at once.",
      "seed": 1,
      "model": {
        "group_size": 1000, "infection_factor": 2, "rule": "mixing", "contacts": "everybody",
        "infectious_steps": 1, "infectiousness_dispersion": 0.3, "start_people": 1, "period": 0.5
      }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "small_world",
      "description": "Everybody knows the ten nearest people on a ring, but in the second group \
      three of a hundred ties lead to somebody anywhere: watch how the infection walks around the \
      first ring, and is everywhere in the second several times sooner. Change the start: infect \
      somebody on the other side, too, and the first ring needs only half the time.",
      "seed": 1,
      "model": {
        "group_size": 1000, "infection_factor": 1, "infection_probability": 0.5, "rule": "exact",
        "period": 0.2
      },
      "contacts": {
        "ring": { "kind": "ring", "neighbors": 10, "rewire": 0 },
        "ring_with_shortcuts": { "kind": "ring", "neighbors": 10, "rewire": 0.03 }
      },
      "factors": { "contacts": { "values": ["ring", "ring_with_shortcuts"] } }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "second_wave",
      "description": "Everybody meets everybody, and immunity lasts for 20 steps: watch how a \
      second wave follows the first as soon as enough people have lost it. Change the immune \
      steps to 40 and start again: the infection dies out before anybody can be infected again.",
      "seed": 1,
      "model": {
        "group_size": 2500, "infection_factor": 2, "infection_probability": 0.2, "rule": "mixing",
        "contacts": "everybody", "infectious_steps": 5, "immune_steps": 20, "start_people": 10, "period": 0.2
      }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "households",
      "description": "One of six people who live together is infected, and infects each of the \
      others with a probability of 30 %, for one step: watch how differently it ends when you \
      press New numbers. Change the probability to 15 % and start again: in nearly half of the \
      households nobody else is infected.",
      "seed": 1,
      "model": {
        "group_size": 6, "infection_factor": 5, "infection_probability": 0.3, "rule": "each_contact",
        "contacts": "everybody", "infectious_steps": 1, "start_people": 1, "period": 1
      }
    }
    """,
    """
    {
      "spreadlab": 1,
      "study": "two_rules",
      "description": "In the first group infected people choose among their healthy neighbors, \
      in the second among four neighbors, healthy or not: watch how many contacts are wasted when \
      everybody around is infected. Change the infection factor of both to 1 from the next step \
      on: then the second group needs twice as long.",
      "seed": 1,
      "model": { "group_size": 900, "infection_factor": 3, "period": 0.2 },
      "factors": { "rule": { "values": ["exact", "push"] } }
    }
    """,
  ]
}
