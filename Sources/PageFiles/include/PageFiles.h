#include <stddef.h>

/// A file of the live page, as it is served.
struct page_file {
  /// The request target, such as `/app.js`.
  const char *_Nonnull target;
  /// Its media type.
  const char *_Nonnull type;
  const unsigned char *_Nonnull bytes;
  size_t length;
};

/// The files of `Web`, from index 0; NULL beyond the last.
const struct page_file *_Nullable page_file(size_t index);
