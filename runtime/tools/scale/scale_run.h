/* The run that is measured. */
#ifndef UCI_SCALE_RUN_H
#define UCI_SCALE_RUN_H

#include "scale/path.h"
#include "serial/tool.h"

/* The reports, after uci_path_end: report.c, json.c. */
void uci_report_print(void);
void uci_report_json(const char *path);

#endif
