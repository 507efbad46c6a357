#if __has_include(<qrcodegen/qrcodegen.h>)
#include <qrcodegen/qrcodegen.h>
#else
#include <qrcodegen.h>
#endif

/* The macro calls another one, which Swift does not import. */
enum { cqrcodegen_buffer_size = qrcodegen_BUFFER_LEN_MAX };
