import DurableFiles
import PlainText
import TestSupport
import Testing

@Suite("CSV files, row by row") struct CSVReaderTests {
  private func rows(
    _ text: String, _ dialect: CSVRecords.Dialect = .any
  ) throws -> (columns: [String], rows: [[String]], lines: [Int]) {
    let reader = try CSVReader([UInt8](text.utf8), dialect)
    var (rows, lines): ([[String]], [Int]) = ([], [])
    var row: [String] = []
    while try reader.nextRow({ column, text in
      #expect(column == row.count)
      row.append(String(decoding: text, as: UTF8.self))
    }) {
      rows.append(row)
      lines.append(reader.rowLine)
      row = []
    }
    return (reader.columns, rows, lines)
  }

  @Test(
    "any separator, line end, byte order mark and empty line",
    arguments: [
      "a,b\n1,\n\n\"x,\"\"y\"\"\n\",3\n4,5\n", "a;b\r\n1;\r\n\r\n\"x,\"\"y\"\"\n\";3\r\n4;5",
      "\u{FEFF}a\tb\n1\t\n\n\"x,\"\"y\"\"\n\"\t3\n4\t5\n",
      " a , b \r1,\r\r \"x,\"\"y\"\"\n\" ,\t3\r4,5\r,\r , \r",
    ])
  func anyOrigin(text: String) throws {
    let (columns, rows, lines) = try rows(text)
    #expect(columns == ["a", "b"])
    #expect(rows == [["1", ""], ["x,\"y\"\n", "3"], ["4", "5"]])
    #expect(lines == [2, 4, 6])
  }

  @Test(
    "an empty line is a value where there is one column; Excel's first line names the separator")
  func plainBytes() throws {
    #expect(try rows("a\n1\n\n2\n").rows == [["1"], [""], ["2"]])
    #expect(try rows("sep=;\r\na;b,c\r\n1;2\r\n").columns == ["a", "b,c"])
    #expect(try rows("a,b\n1,2\r\n", .own).rows == [["1", "2\r"]])
    #expect(try rows("a,b\n1,\"2\"\r\n").rows == [["1", "2"]])
  }

  @Test("the separator is the one that the header has most often, of two the first of , ; and tab")
  func separators() throws {
    for (header, columns) in [
      ("a;b,c", ["a;b", "c"]), ("a;b;c,d", ["a", "b", "c,d"]), ("a;b\tc", ["a", "b\tc"]),
      ("a\tb\tc;d", ["a", "b", "c;d"]), ("a b", ["a b"]),
    ] {
      #expect(try rows(header + "\n").columns == columns)
    }
  }

  @Test("columns without a name may be many, and are not found by it")
  func unnamed() throws {
    let reader = try CSVReader(Array("a,,,b\n1,2,3,4\n".utf8), .any)
    #expect(reader.columns == ["a", "", "", "b"])
    #expect(["a", "b", "", "c"].map { reader.place(of: $0) } == [0, 3, nil, nil])
  }

  @Test("a header that never ends is refused")
  func endlessHeader() {
    var given = 0
    let problem = #expect(throws: CSVReader.Problem.self) {
      try CSVReader(.any) { room in
        room.initializeMemory(as: UInt8.self, repeating: 65)
        given += room.count
        return room.count
      }
    }
    #expect(problem?.code == .badTable && problem?.line == 1 && given == 1 << 24)
  }

  @Test("fields that meet the end of the buffer, or are longer than it, are whole")
  func longFields() throws {
    for length in [262_130, 262_142, 262_143, 262_144, 600_000] {
      let long = String(repeating: "x", count: length)
      for text in [long, "\"\(long)\""] {
        let (_, rows, _) = try rows("a,b\n\(text),1\n2,\(text)\n")
        #expect(rows == [[long, "1"], ["2", long]], "\(length)")
      }
    }
  }

  @Test(
    "what is no table is refused with its line",
    arguments: [
      ("", "line 1: the file is empty; line 1 holds the names of the columns"),
      ("\u{FEFF}", "line 1: the file is empty; line 1 holds the names of the columns"),
      ("a,a\n", "line 1: columns 1 and 2 are both named \"a\"; rename one"),
      ("a,b\n1,2\n1\n", "line 3: 1 field, but the header has 2 columns"),
      ("a,b\n1,2\n1,2,3\n", "line 3: 3 fields, but the header has 2 columns"),
      ("a,b\n1,\"2\n\n", "line 2: a quote that does not end"),
      ("a,b\n\"1\"2,3\n", "line 2: text after a closing quote"),
    ])
  func refused(text: String, message: String) throws {
    let problem = #expect(throws: CSVReader.Problem.self) { try rows(text) }
    #expect(problem?.code == .badTable && problem?.description == message)
  }

  @Test(
    "row names and blanks between columns, as R writes them, are named",
    arguments: [
      ("\"g\" \"y\"\n\"1\" \"a\" 1\n", "blanks"), ("\"g\"\t\"y\"\n\"1\"\t\"a\"\t1\n", "row"),
      ("g,y\n1,a,1\n", "row"),
    ])
  func rowNames(text: String, word: String) throws {
    let problem = #expect(throws: CSVReader.Problem.self) { try rows(text) }
    #expect(problem?.code == .badTable)
    for word in [word, "row.names = FALSE"] { #expect(problem?.words.contains(word) == true) }
  }

  @Test("UTF-16 is read as UTF-8 is, wherever pieces of it end", arguments: [true, false])
  func wide(hasMark: Bool) throws {
    let cells = (0..<40_000).map { "\($0),\u{e9}\u{1F600}\n" }.joined()
    for isLittle in [true, false] {
      var bytes: [UInt8] = hasMark ? isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF] : []
      for unit in ("a,b\n" + cells).utf16 {
        let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
        bytes += isLittle ? [low, high] : [high, low]
      }
      let reader = try CSVReader(bytes, .any)
      var count = 0
      while try reader.nextRow({ column, text in
        let wanted = column == 0 ? "\(count)" : "\u{e9}\u{1F600}"
        #expect(String(decoding: text, as: UTF8.self) == wanted)
      }) { count += 1 }
      #expect(reader.columns == ["a", "b"] && count == 40_000)
    }
  }

  @Test(
    "what is not UTF-8 is refused with its line, also in a column that nobody asks for",
    arguments: [
      ([0x61, 0x2C, 0xE9, 0x0A], 1, 3),
      ([0x61, 0x2C, 0x62, 0x0A, 0x31, 0x2C, 0x31, 0xC3, 0x0A], 2, 4),
    ]
      as [([UInt8], Int, Int)])
  func notText(bytes: [UInt8], line: Int, column: Int) {
    let problem = #expect(throws: CSVReader.Problem.self) {
      let reader = try CSVReader(bytes, .any)
      while try reader.nextRow({ _, _ in }) {}
    }
    #expect(problem?.code == .badTable && problem?.words.contains("UTF-8") == true)
    #expect(problem?.place.line == line && problem?.place.column == column)
  }

  @Test(
    "what is no table is named by its first bytes, with a way to one",
    arguments: [
      ("<?xml version=\"1.0\"?>\n<graphml>", "GraphML"), ("*Vertices 3\n", "Pajek"),
      ("%%MatrixMarket matrix coordinate\n", "Matrix Market"), ("DL n = 5\n", "UCINET"),
      ("Creator \"igraph\"\nVersion 1\ngraph\n[", "GML"), ("digraph {\n a -> b }", "Graphviz"),
      ("nodedef>name VARCHAR\ns1\n", "GDF"), ("PAR1\u{15}\u{4}", "Parquet"),
      ("RDX3\n", "R data"), ("BZh91AY&SY", "bzip2"), ("<!DOCTYPE html>", "HTML"),
      ("PK\u{3}\u{4}", "Excel"), ("{\"nodes\": []}", "JSON"),
      ("\"BehaviorSpace results (NetLogo 6.4.0)\"\n", "skiprows"),
    ])
  func formats(text: String, word: String) {
    let problem = #expect(throws: CSVReader.Problem.self) { try rows(text) }
    #expect(problem?.code == .badTable && problem?.words.contains(word) == true)
  }

  @Test("a file that was compressed twice is called so")
  func compressedTwice() {
    let problem = #expect(throws: CSVReader.Problem.self) {
      try CSVReader([0x1f, 0x8b, 8, 0], .any)
    }
    #expect(problem?.code == .badTable && problem?.words.contains("gzip") == true)
  }

  @Test("headers of tables are none of these formats")
  func noFormats() throws {
    for header in [
      "graph,x", "dl,n", "strict,y", "version,graph", "creator,a", "BZ,x", "RD,X", "PAR1,y",
      "RDX_dose,y", "BZh,y", "<18,y", "<5,y", "FEA1,y", "ARROW1,y", "%PDF,y",
    ] {
      #expect(try rows(header + "\n1,2\n").rows == [["1", "2"]], "\(header)")
    }
  }

  @Test("a quote that goes on for megabytes is refused before it fills the memory")
  func endless() {
    let problem = #expect(throws: CSVReader.Problem.self) {
      try rows("a\n\"" + String(repeating: "x\n", count: 9 << 20))
    }
    #expect(problem?.description == "line 2: a row of more than 16 MiB")
  }

  @Test("an empty line is passed over wherever it falls among the bytes read at once")
  func emptyLines() throws {
    let scratch = try Scratch()
    // So much is read at once at first.
    for length in (1 << 18) - 12..<(1 << 18) + 3 {
      let text = "a,b\r\n" + String(repeating: "x", count: length - 10) + ",2\r\n\r\n3,4\r\n"
      try scratch.write(Array(text.utf8), to: "a.csv")
      let reader = try CSVReader(scratch.file("a.csv"), .named, .any)
      var rows = 0
      while try reader.nextRow({ _, _ in }) { rows += 1 }
      #expect(rows == 2, "\(length)")
    }
  }

  @Test("a compressed file is refused wherever it is cut, though all of its rows be there")
  func cutCompressed() throws {
    let scratch = try Scratch()
    let file = try scratch.folder.file("a.csv.gz", gzip: true)
    file.text.write(text: "a,b\n" + String(repeating: "1,2\n", count: 99))
    _ = try file.commit()
    let whole = try scratch.bytes("a.csv.gz")
    for length in 1...whole.count {
      try scratch.write(Array(whole.prefix(length)), to: "a.csv.gz")
      var code: ErrorCode?
      do {
        let reader = try CSVReader(scratch.file("a.csv.gz"), .named, .any)
        while try reader.nextRow({ _, _ in }) {}
      } catch { code = error.worded.code }
      #expect(code == (length < whole.count ? .damaged : nil), "\(length) of \(whole.count)")
    }
  }

  @Test(
    "a table of ours ends with a line feed and has no empty line",
    arguments: [("a,b\n1,2", "line 2: the line does not end"), ("a,b\n\n", "line 2: 1 field, ")])
  func own(text: String, message: String) {
    let problem = #expect(throws: CSVReader.Problem.self) { try rows(text, .own) }
    #expect(problem?.code == .damaged && problem?.description.hasPrefix(message) == true)
  }
}
