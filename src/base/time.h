/* Monotonic time for measuring. */
#ifndef CZ_BASE_TIME_H
#define CZ_BASE_TIME_H

/* Seconds since an arbitrary fixed point; never goes back. */
double cz_now_seconds(void);

#endif
