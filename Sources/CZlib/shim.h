#include <zlib.h>

/* deflateInit2 is a macro, which Swift does not import. Window bits 31: a gzip stream; its header
   then has time 0 and no name, so equal input gives equal bytes. */
static inline int czlib_start_gzip(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/* The same of inflateInit2. */
static inline int czlib_start_gunzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
