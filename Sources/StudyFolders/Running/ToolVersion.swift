import BuildInfo

/// Version of the program: the one place. `.ci/version` sets it, and finds the copies that others read.
package let toolVersion = "0.3.0"

/// The commit the program was built from, as far as the build could tell.
package let toolCommit = String(cString: spreadlab_commit())
