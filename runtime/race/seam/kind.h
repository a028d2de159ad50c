/* The kind of the workers: the one thread whose accesses are checked. */
#ifndef UCI_SEAM_KIND_H
#define UCI_SEAM_KIND_H

enum { UCI_WORKERS_ARE_PROCESSES = 0, UCI_IS_SCALE = 0, UCI_IS_RACE = 1, UCI_IS_SIM = 0, UCI_IS_STUDY = 0, UCI_IS_GROUPS = 0 };
enum { UCI_MOST_WORKERS = 4096 };
#define UCI_KIND "race"

#endif
