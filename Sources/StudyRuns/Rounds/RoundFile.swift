import DurableFiles
import PlainText
package import RunStore
package import StudyFiles

/// The plan of a round as a file that anybody can read: which replicates of which points it asks for.
///
/// It lies in the results folder while a study is run in parts, and in the store of every part. Whoever
/// has it and the study can make any part of the round, without the runs of the rounds before.
package struct RoundFile: Sendable {
  /// From 1.
  package let round: Int
  /// The runs of the round; nil of the first one, which follows from the study.
  package let plan: RunPlan?
  /// How many parts the round was submitted in; nil where nobody has decided.
  package let parts: Int?

  /// Changes with the rule by which parts get their runs (`RunPlan.dealt`).
  package static let deal = 1
  /// No study has more of a point.
  private static let mostReplicates = 1_000_000_000
  /// In a results folder, and under this name in the store of a part.
  package static let name = "round.json"

  package init(round: Int, plan: RunPlan?, parts: Int? = nil) {
    self.round = round
    self.plan = round == 1 ? nil : plan
    self.parts = parts
  }

  /// - Parameter study: that of the round.
  package func bytes(of study: Study) -> [UInt8] {
    var members: [(String, JSONText)] = [
      ("study_digest", .string(study.digest)), ("deal", .int(Self.deal)), ("round", .int(round)),
    ]
    if let parts { members.append(("parts", .int(parts))) }
    if let plan {
      members.append(
        (
          "points",
          .array(
            zip(plan.points, plan.replicates).map { point, replicates in
              .object([
                ("point", study.json(of: point)),
                (
                  "replicates", .array([.int(replicates.lowerBound), .int(replicates.upperBound)])
                ),
              ])
            })
        ))
    }
    return Array(JSONText.object(members).text.utf8)
  }

  /// Reads what `bytes` gives.
  ///
  /// - Parameter file: its name, for messages.
  /// - Throws: `Failure` where it is damaged, of another study, or of another version of the deal.
  package init(_ bytes: [UInt8], of study: Study, file: String) throws {
    let damaged = Failure(
      .damaged, file: file, "\(file) is no plan of a round; run merge again, which writes it")
    guard let json = try? JSONReader.read(bytes), let round = json[key: "round"]?.number?.integer,
      let deal = json[key: "deal"]?.number?.integer, round > 0
    else { throw damaged }
    guard json[key: "study_digest"]?.string == study.digest else {
      throw Failure(.anotherStudy, file: file, "\(file) is the plan of another study")
    }
    guard deal == Self.deal else {
      throw Failure(
        .otherRound, file: file,
        "\(file) has version \(deal) of the rule that deals runs to parts, this program has "
          + "version \(Self.deal); make all parts of a round with one version of the program")
    }
    if let parts = json[key: "parts"] {
      guard let number = parts.number?.integer, (1...Shard.most).contains(number) else {
        throw damaged
      }
      self.parts = number
    } else {
      parts = nil
    }
    self.round = round
    guard round > 1 else {
      plan = nil
      return
    }
    var maker = PointMaker(study)
    var points: [Point] = []
    var replicates: [Range<Int>] = []
    for entry in json[key: "points"]?.elements ?? [] {
      let ends = (entry[key: "replicates"]?.elements ?? []).compactMap { $0.number?.integer }
      guard let point = entry[key: "point"].flatMap({ maker.point($0, number: points.count) }),
        ends.count == 2, 0 <= ends[0], ends[0] <= ends[1], ends[1] <= Self.mostReplicates
      else { throw damaged }
      points.append(point)
      replicates.append(ends[0]..<ends[1])
    }
    guard !points.isEmpty else { throw damaged }
    plan = RunPlan(study, points: points, replicates: replicates)
  }
}

extension RoundFile {
  /// The plan that a results folder keeps; nil where it keeps none.
  ///
  /// - Throws: as `init`.
  package static func kept(in folder: String, of study: Study) throws -> RoundFile? {
    let file = "\(folder)/\(name)"
    guard entryExists(file) else { return nil }
    return try RoundFile(try ReadableFile.bytes(of: file, .found), of: study, file: file)
  }

  /// Keeps the plan in a results folder, where parts look for it.
  package func keep(in folder: String, of study: Study) throws {
    let file = try DurableFolder(folder).file(Self.name)
    file.text.write(bytes: bytes(of: study))
    _ = try file.commit()
  }
}

extension StudyRounds {
  /// The plan of the round that is needed next, whatever runs of it there are; nil where the study is
  /// done.
  package func next(in store: RunStore, parts: Int? = nil) throws -> RoundFile? {
    guard let number else { return nil }
    guard number > 1, let plan = try StudyRounds.round(number, of: study, by: store) else {
      return RoundFile(round: number, plan: nil, parts: parts)
    }
    return RoundFile(round: number, plan: plan, parts: parts)
  }

  /// The part of a round; of the first round in one part the study itself.
  ///
  /// - Precondition: nothing was judged yet.
  package func part(_ shard: Shard, of file: RoundFile) -> StudyRounds {
    guard shard != .whole || file.round > 1 else { return self }
    return StudyRounds(RoundPart(round: file.round, shard), of: file.plan ?? open)
  }
}
