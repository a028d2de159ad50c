#include "source.h"
enum uk_setting uk_source_setting(struct uk_source *s, enum uk_warning warning, unsigned offset)
{ (void)offset; return uk_style_setting(s->request->style, warning); }
