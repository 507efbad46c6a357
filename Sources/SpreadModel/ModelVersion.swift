/// Version of what a run is: the model, and the random numbers that decide it.
///
/// Every store carries the version its runs were made with; runs of two versions are never mixed.
/// It goes up only where the same scenario and key would give another run. What tables make of
/// runs has a version of its own (`resultsVersion`).
package let modelVersion = 2
