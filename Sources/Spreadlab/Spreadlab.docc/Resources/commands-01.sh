swift build -c release
.build/release/OwnRule rules
.build/release/OwnRule run study.json -o results/own
.build/release/OwnRule report results/own
.build/release/OwnRule verify results/own
