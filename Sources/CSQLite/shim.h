#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast, which Swift does not import: SQLite copies the value. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int bytes) {
  return sqlite3_bind_text(statement, place, text, bytes, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int place, const void *start, sqlite3_uint64 bytes) {
  return sqlite3_bind_blob64(statement, place, start, bytes, SQLITE_TRANSIENT);
}
