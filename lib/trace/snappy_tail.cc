/* SPDX-License-Identifier: MIT */
/* The only C++ of the project: snappy decodes the good part of a cut block through its C++ interface alone.
 * Captures of programs that crashed end in such a block, and their last calls are the interesting ones. */
#include "snappy_tail.h"

#include <algorithm>
#include <cstring>
#include <snappy-sinksource.h>
#include <snappy.h>

namespace
{

/* Keeps what fits. The library's own array sink does not check, and trusts the length that the block claims.
 */
class BoundedSink : public snappy::Sink
{
  public:
    BoundedSink(char *out, size_t room) : out_(out), room_(room), used_(0)
    {
    }
    void Append(const char *bytes, size_t n) override
    {
        n = std::min(n, room_ - used_);
        if (n)
            memcpy(out_ + used_, bytes, n);
        used_ += n;
    }
    size_t used() const
    {
        return used_;
    }

  private:
    char *out_;
    size_t room_, used_;
};

} // namespace

extern "C" size_t trace_snappy_decode_prefix(const char *data, size_t size, char *out, size_t room)
{
    try {
        snappy::ByteArraySource source(data, size);
        BoundedSink sink(out, room);
        size_t produced = snappy::UncompressAsMuchAsPossible(&source, &sink);

        return std::min(produced, sink.used());
    } catch (...) {
        return 0;
    }
}
