/* A variable that each worker has for itself: workers are processes. */
#ifndef UCI_SEAM_OWN_H
#define UCI_SEAM_OWN_H

#define UCI_OWN

#endif
