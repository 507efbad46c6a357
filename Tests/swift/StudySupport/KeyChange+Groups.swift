/// The keys of groups, and of whom to vaccinate.
extension KeyChange {
  static let groups = structures + values + ranges

  private static let structures =
    [
      ("names", "[\"a\", \"c\"]"), ("shares", "[0.25, 0.75]"), ("in_order", "true"),
      ("multiply", "[[1, 1], [1, 1]]"),
    ].map { member, value in
      KeyChange("groups.*.\(member)", in: .grouped, "groups.ages.\(member)=\(value)", .points)
    } + [
      KeyChange(
        "groups.*.file", in: .grouped,
        "groups.listed.file=\(KeyedStudy.edges("other-groups.csv"))", .points,
        reported: "$.groups.listed.sha256"),
      KeyChange(
        "groups.*.sha256", in: .grouped,
        "groups.listed.sha256=832daf7a4d2f31fde36ce040dba9dfe6c153595588f3dd7f948d4b40a30cfb56",
        .none),
      KeyChange(
        "orders.*.file", in: .grouped, "orders.mine.file=\(KeyedStudy.edges("other-ranks.csv"))",
        .points, reported: "$.orders.mine.sha256"),
      KeyChange(
        "orders.*.sha256", in: .grouped,
        "orders.mine.sha256=91c3fbb58ab76c8087564a0404671c12d6281264d2029c8fa1565f5c7cbad600", .none
      ),
      KeyChange(
        "interventions.*[].of_group", in: .grouped, "interventions.late[0].of_group=b", .points),
      KeyChange(
        "responses.*.final_share_of", in: .grouped, "responses.end.final_share_of=b", .runs),
      KeyChange(
        "responses.*.share_in.group", in: .grouped, "responses.early.share_in.group=b", .runs),
      KeyChange("record.groups", in: .grouped, "record.groups=2", .runs),
    ]

  private static let values =
    [
      ("immune_order", "acquaintance"), ("vaccine_efficacy", "0.75"), ("groups", "other"),
    ].flatMap { name, value in
      [
        KeyChange("model.\(name)", in: .groupSteps, "model.\(name)=\(value)", .points),
        KeyChange(
          "factors.\(name).values", in: .groupLevels, "factors.\(name).values[1]=\(value)", .points),
        KeyChange("design.base.\(name)", in: .groupBase, "design.base.\(name)=\(value)", .points),
        KeyChange(
          "design.points[].\(name)", in: .groupPoints, "design.points[0].\(name)=\(value)", .points),
      ]
    }.filter { $0.change != "model.vaccine_efficacy=0.75" } + [
      KeyChange("model.vaccine_efficacy", in: .grouped, "model.vaccine_efficacy=0.75", .points)
    ]

  private static let ranges =
    [
      (KeyedStudy.groupSteps, "from", "0.5"), (.groupSteps, "to", "0.5"),
      (.groupSteps, "step", "0.3"),
      (.groupCounts, "from", "0.3"), (.groupCounts, "to", "0.7"), (.groupCounts, "count", "2"),
      (.groupCounts, "scale", "log"),
    ].map { study, member, value in
      KeyChange(
        "factors.vaccine_efficacy.\(member)", in: study,
        "factors.vaccine_efficacy.\(member)=\(value)",
        .points)
    }
}
