/* Why a rank is not heard of, as far as that can be told. */
#ifndef UCI_SILENCE_H
#define UCI_SILENCE_H

struct uci_place {
    const char *host;
    const char *node; /* equal if the processes see each other in /proc */
    int pid;
};

enum { UCI_SILENCE_TEXT = 192 };

/* Starts it, in each rank; place_of says where each is, `heard' is the rank
 * that this one listens to. */
void uci_silence_start(struct uci_place (*place_of)(unsigned rank),
                       unsigned heard);

/* Finds out why that rank is silent; null while others are asked, then the
 * text.  `now' in milliseconds.  For the assistant. */
const char *uci_silence_explain(long now, char text[UCI_SILENCE_TEXT]);
/* The rank is heard of again. */
void uci_silence_end(void);

#endif
